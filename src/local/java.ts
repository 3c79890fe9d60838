import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The oldest Java that Neo4j 2026 runs on. */
export const oldestJava = 21

/** A Java installation. */
export type Java = Readonly<{ home: string; version: number }>

/** For a Java that ends soon: its optimizing compiler would work longer than what it makes is used. */
export const quickJava = '-XX:TieredStopAtLevel=1'

/** For every Java: in the locale `C` it reads each letter of a path that is not ASCII as two question marks. */
export const javaEnvironment = { LC_ALL: 'C.UTF-8' } as const

/** Folders in which the usual installers put one folder for each Java. */
const jvmFolders = [
  '/usr/lib/jvm',
  '/usr/lib64/jvm',
  '/usr/java',
  '/opt/java',
  '/Library/Java/JavaVirtualMachines',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  path.join(homedir(), 'Library/Java/JavaVirtualMachines'),
  path.join(homedir(), '.sdkman/candidates/java'),
  path.join(homedir(), '.jdks'),
]

/** The first Java of {@link oldestJava} or later: by `JAVA_HOME`, on the PATH, by macOS's own finder, in the usual folders. */
export async function findJava(): Promise<Java | undefined> {
  const seen = new Set<string>()
  for (const program of await candidates()) {
    if (seen.has(program)) continue
    seen.add(program)
    const java = await ask(program)
    if (java !== undefined && java.version >= oldestJava) return java
  }
  return undefined
}

async function candidates(): Promise<string[]> {
  const found: string[] = []
  const home = process.env['JAVA_HOME']
  if (home !== undefined && home !== '') found.push(path.join(home, 'bin/java'))
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter))
    found.push(path.join(folder, 'java'))
  if (process.platform === 'darwin') {
    const finder = run('/usr/libexec/java_home', ['-v', `${String(oldestJava)}+`])
    const answer = await finder.catch(() => undefined)
    if (answer !== undefined) found.push(path.join(answer.stdout.trim(), 'bin/java'))
  }
  for (const folder of jvmFolders.filter((folder) => existsSync(folder))) {
    for (const name of readdirSync(folder)) {
      found.push(path.join(folder, name, 'bin/java'), path.join(folder, name, 'Contents/Home/bin/java'))
    }
  }
  return found.filter((program) => existsSync(program))
}

async function ask(program: string): Promise<Java | undefined> {
  try {
    const { stderr } = await run(program, ['-XshowSettings:properties', '-version'], { timeout: 20_000 })
    return parseJava(stderr)
  } catch {
    return undefined
  }
}

/** Reads `java -XshowSettings:properties -version`. */
export function parseJava(settings: string): Java | undefined {
  const home = /^\s*java\.home = (.+)$/m.exec(settings)?.[1]
  const version = Number(/^\s*java\.specification\.version = (\d+)$/m.exec(settings)?.[1])
  return home === undefined || Number.isNaN(version) ? undefined : { home, version }
}
