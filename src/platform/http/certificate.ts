import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { generate } from 'selfsigned'
import { OperatorError } from '../operator-error.ts'

/** A certificate with its private key, both PEM. */
export type KeyPair = Readonly<{ cert: string; key: string }>

const LIFE_DAYS = 397
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60_000

/** Reads the operator's certificate. @throws OperatorError naming the unusable file */
export async function readKeyPair(files: { certFile: string; keyFile: string }): Promise<KeyPair> {
  // In sequence, so that the error is deterministic when both are unusable.
  const cert = await readPem(files.certFile, 'TLS_CERT', 'CERTIFICATE')
  const key = await readPem(files.keyFile, 'TLS_KEY', 'PRIVATE KEY')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(
      `TLS_CERT and TLS_KEY do not make a pair that can be used without a passphrase: ${reason}`,
    )
  }
  return { cert, key }
}

/**
 * The self-signed certificate for localhost and `host`, stored in the data folder; renewed before it expires, and when
 * the host changed or the key does not match. @throws OperatorError when it cannot be written
 */
export async function ownKeyPair(dataDir: string, host: string): Promise<KeyPair> {
  const folder = path.join(dataDir, 'tls')
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') }
  const saved = await readSaved(files, host)
  if (saved !== undefined) return saved
  const created = await makeKeyPair(host)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(files.key, created.key, { mode: 0o600 })
    await writeFile(files.cert, created.cert)
  } catch (error) {
    throw new OperatorError(`the certificate cannot be written: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return created
}

async function makeKeyPair(host: string): Promise<KeyPair> {
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
    { type: 7 as const, ip: '::1' },
    ...(isLocal(host)
      ? []
      : [isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }]),
  ]
  const notAfterDate = new Date(Date.now() + LIFE_DAYS * 24 * 60 * 60_000)
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

/** Whether the default alternative names cover the host. */
function isLocal(host: string): boolean {
  return ['0.0.0.0', '::', 'localhost'].includes(host)
}

async function readSaved(files: KeyPair, host: string): Promise<KeyPair | undefined> {
  try {
    const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')])
    const parsed = new X509Certificate(cert)
    const isFor = isLocal(host) || (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host)) !== undefined
    const isFresh = parsed.validToDate.getTime() - Date.now() > RENEW_BEFORE_MS
    // A start that was killed during renewal leaves a key and a certificate that do not match.
    const isPair = parsed.checkPrivateKey(createPrivateKey(key))
    return isFor && isFresh && isPair ? { cert, key } : undefined
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
