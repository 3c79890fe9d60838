import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import which from 'which'

const run = promisify(execFile)

/** The minimum Java version of Neo4j 2026. */
export const OLDEST_JAVA = 21

/** A Java installation. */
export type Java = Readonly<{ home: string; version: number }>

/** A Java option for short-lived processes, where optimising compilation does not pay off. */
export const QUICK_JAVA = '-XX:TieredStopAtLevel=1'

/** The environment of Java processes: in the locale `C`, Java cannot read paths with non-ASCII characters. */
export const JAVA_ENVIRONMENT = { LC_ALL: 'C.UTF-8' } as const

/** Folders in which common installers put Java versions. */
const JVM_FOLDERS = [
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

/** Finds a Java of {@link OLDEST_JAVA} or later: by `JAVA_HOME`, the PATH, `java_home` of macOS, and common folders. */
export async function findJava(): Promise<Java | undefined> {
  const seen = new Set<string>()
  for (const program of await candidates()) {
    if (seen.has(program)) continue
    seen.add(program)
    const java = await ask(program)
    if (java !== undefined && java.version >= OLDEST_JAVA) return java
  }
  return undefined
}

async function candidates(): Promise<string[]> {
  const found: string[] = []
  const home = process.env['JAVA_HOME']
  if (home !== undefined && home !== '') found.push(path.join(home, 'bin/java'))
  found.push(...(which.sync('java', { all: true, nothrow: true }) ?? []))
  if (process.platform === 'darwin') {
    const finder = run('/usr/libexec/java_home', ['-v', `${OLDEST_JAVA}+`])
    const answer = await finder.catch(() => undefined)
    if (answer !== undefined) found.push(path.join(answer.stdout.trim(), 'bin/java'))
  }
  for (const folder of JVM_FOLDERS.filter((folder) => existsSync(folder))) {
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

/** Parses the output of `java -XshowSettings:properties -version`. */
export function parseJava(settings: string): Java | undefined {
  const home = /^\s*java\.home = (.+)$/m.exec(settings)?.[1]
  const version = Number(/^\s*java\.specification\.version = (\d+)$/m.exec(settings)?.[1])
  return home === undefined || Number.isNaN(version) ? undefined : { home, version }
}
