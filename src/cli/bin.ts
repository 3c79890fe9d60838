#!/usr/bin/env node
// Uses only syntax that old versions of Node understand, so that they print a message instead of a syntax error.
const needed = 24

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(`ideas: Node.js ${needed} or later is needed, this is ${process.version}\n`)
  process.exitCode = 1
} else {
  const { main } = await import('./ideas.ts')
  await main()
}
