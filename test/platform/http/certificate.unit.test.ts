import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { expect } from 'chai'
import { OperatorError } from '../../../src/platform/operator-error.ts'
import { ownKeyPair, readKeyPair } from '../../../src/platform/http/certificate.ts'

describe("the service's own certificate", () => {
  let dataDir = ''
  beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'ideas-certificate-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('is the same at every start', async () => {
    const made = await ownKeyPair(dataDir, 'localhost')
    expect(await ownKeyPair(dataDir, 'localhost')).to.deep.equal(made)
    expect(await ownKeyPair(dataDir, '0.0.0.0')).to.deep.equal(made)
  })

  for (const [host, isFor] of [
    ['192.0.2.7', (made: X509Certificate) => made.checkIP('192.0.2.7')],
    ['2001:db8::7', (made: X509Certificate) => made.checkIP('2001:db8::7')],
    ['ideas.example', (made: X509Certificate) => made.checkHost('ideas.example')],
  ] as const) {
    it(`is made again when HOST becomes ${host}`, async () => {
      await ownKeyPair(dataDir, 'localhost')
      const made = await ownKeyPair(dataDir, host)
      expect(isFor(new X509Certificate(made.cert))).not.to.equal(undefined)
      expect(new X509Certificate(made.cert).checkHost('localhost')).to.equal('localhost')
      expect(await ownKeyPair(dataDir, host)).to.deep.equal(made)
    })
  }

  it("is made again when the key beside it is another one's", async () => {
    const { cert } = await ownKeyPair(dataDir, 'localhost')
    rmSync(path.join(dataDir, 'tls'), { recursive: true })
    await ownKeyPair(dataDir, 'localhost')
    writeFileSync(path.join(dataDir, 'tls/cert.pem'), cert)
    createSecureContext(await ownKeyPair(dataDir, 'localhost'))
  })
})

describe("the operator's certificate", () => {
  it('is refused by name when its key is of another one', async () => {
    const [one, other] = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'ideas-certificate-'))) as [
      string,
      string,
    ]
    try {
      await Promise.all([one, other].map(async (folder) => ownKeyPair(folder, 'localhost')))
      const files = { certFile: path.join(one, 'tls/cert.pem'), keyFile: path.join(one, 'tls/key.pem') }
      expect(await readKeyPair(files)).to.have.keys('cert', 'key')
      const refusal = await readKeyPair({ ...files, keyFile: path.join(other, 'tls/key.pem') }).catch(
        (error: unknown) => error,
      )
      expect(refusal).to.be.instanceOf(OperatorError)
      expect((refusal as Error).message).to.match(/^TLS_CERT and TLS_KEY /)
    } finally {
      for (const folder of [one, other]) rmSync(folder, { recursive: true })
    }
  })

  it('is named before its key when neither can be read, however long that takes', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ideas-certificate-'))
    try {
      // A folder can be opened, so that it fails later than what is not there.
      const files = { certFile: folder, keyFile: path.join(folder, 'key.pem') }
      const refusal = await readKeyPair(files).catch((error: unknown) => error)
      expect(refusal).to.be.instanceOf(OperatorError)
      expect((refusal as Error).message).to.equal(`TLS_CERT: cannot read ${folder} (EISDIR)`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
