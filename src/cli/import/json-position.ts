const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

type Container = { isArray: boolean; step: string | number | undefined }

/** The line, from 1, on which the value at `path` starts in a valid JSON text; that of its nearest container if it is absent. */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  const containers: Container[] = []
  let found = { depth: -1, offset: 0 }
  for (const { 0: part, index } of text.matchAll(token)) {
    const top = containers.at(-1)
    if (part === '}' || part === ']') {
      containers.pop()
    } else if (part === ',') {
      if (top !== undefined) top.step = typeof top.step === 'number' ? top.step + 1 : undefined
    } else if (part !== ':') {
      if (top !== undefined && !top.isArray && top.step === undefined) {
        top.step = String(JSON.parse(part))
        continue
      }
      const depth = containers.length
      const leads = depth <= path.length && containers.every(({ step }, at) => step === path[at])
      if (leads && depth > found.depth) found = { depth, offset: index }
      if (part === '{') containers.push({ isArray: false, step: undefined })
      if (part === '[') containers.push({ isArray: true, step: 0 })
    }
  }
  return text.slice(0, found.offset).split('\n').length
}

/** The line, from 1, on which a text stops being the beginning of a JSON text. */
export function brokenLineOf(text: string): number {
  const lines = text.split('\n')
  let [good, broken] = [0, lines.length]
  while (broken - good > 1) {
    const middle = Math.floor((good + broken) / 2)
    if (isBeginning(lines.slice(0, middle).join('\n'))) good = middle
    else broken = middle
  }
  return broken
}

/** V8 tells no position for some errors; whether it only missed the rest is what every message shows. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = String(error)
    const position = /at position (\d+)/.exec(message)?.[1]
    return position === undefined ? message.includes('Unexpected end') : Number(position) >= text.length
  }
}
