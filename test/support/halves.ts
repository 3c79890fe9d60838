import { glob } from 'node:fs/promises'
import path from 'node:path'

/** The last folder of the first half: the two take about as long. */
const FIRST_HALF = 'graph'

/** All files of tests, in two halves. */
export async function halvesOfTests(): Promise<readonly [string[], string[]]> {
  const files = (await Array.fromAsync(glob('test/**/*.test.ts'))).sort()
  return [files.filter(isInFirst), files.filter((file) => !isInFirst(file))]
}

function isInFirst(file: string): boolean {
  return (file.split(path.sep)[1] ?? '') <= FIRST_HALF
}
