import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../config.ts'

/** A certificate with its private key, both PEM. */
export type KeyPair = Readonly<{ cert: string; key: string }>

const LIFE_DAYS = 397
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60_000

/** Reads the operator's certificate. @throws OperatorError naming the file that cannot be used */
export async function readKeyPair(files: { certFile: string; keyFile: string }): Promise<KeyPair> {
  const [cert, key] = await Promise.all([
    readPem(files.certFile, 'TLS_CERT', 'CERTIFICATE'),
    readPem(files.keyFile, 'TLS_KEY', 'PRIVATE KEY'),
  ])
  return { cert, key }
}

/** The self-signed certificate for localhost under the data folder; made once, and again before it expires. */
export async function ownKeyPair(dataDir: string, host: string): Promise<KeyPair> {
  const folder = path.join(dataDir, 'tls')
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') }
  const kept = await readKept(files)
  if (kept !== undefined) return kept
  const made = await makeKeyPair(host)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(files.key, made.key, { mode: 0o600 })
  await writeFile(files.cert, made.cert)
  return made
}

async function makeKeyPair(host: string): Promise<KeyPair> {
  const isAddress = /^[\d.]+$|:/.test(host)
  const wildcard = host === '0.0.0.0' || host === '::' || host === 'localhost'
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
    { type: 7 as const, ip: '::1' },
    ...(wildcard ? [] : [isAddress ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }]),
  ]
  const notAfterDate = new Date(Date.now() + LIFE_DAYS * 24 * 60 * 60_000)
  // Only here: most starts find a certificate and need none of its ASN.1 machinery.
  const { generate } = await import('selfsigned')
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert: pems.cert, key: pems.private }
}

async function readKept(files: KeyPair): Promise<KeyPair | undefined> {
  try {
    const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')])
    const validTo = new X509Certificate(cert).validToDate.getTime()
    return validTo - Date.now() > RENEW_BEFORE_MS ? { cert, key } : undefined
  } catch {
    return undefined
  }
}

async function readPem(file: string, name: string, kind: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${name}: cannot read ${file} (${error.code})`)
  })
  if (!text.includes(`${kind}-----`))
    throw new OperatorError(`${name}: ${file} holds no ${kind.toLowerCase()}`)
  return text
}
