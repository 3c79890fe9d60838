// Runs a TypeScript program of this project on Node 24; needs Node 18 or later itself:
//   node src/local/bootstrap.mjs [node options] script.ts [arguments]
// Installs missing dependencies first. Plain JavaScript without imports from node_modules, because it runs before they are
// installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const node24 = path.join(root, 'node_modules/node/bin/node')

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function packagesIn(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
}

/** Compares versions instead of file times, so that a checkout that rewrites the lock file does not reinstall. */
function isInstalled() {
  if (!existsSync(node24) || !existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(
    ([name, wanted]) => name === '' || wanted.optional || installed[name]?.version === wanted.version,
  )
}

function install() {
  process.stderr.write('Installing the dependencies (npm ci) …\n')
  // npm passes its own path to scripts; outside npm it must be on the PATH.
  const npm = process.env.npm_execpath
  const [command, before] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  // A checkout needs development dependencies (Node 24 is one), even with NODE_ENV=production.
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync(command, [...before, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (done.error) fail(`npm cannot be started (${done.error.message}): install Node.js with npm`)
  if (done.status !== 0) fail(`npm ci failed with exit code ${done.status ?? done.signal}: see above`)
  if (!existsSync(node24))
    fail('npm ci brought no Node 24 into node_modules: run "npm rebuild node --ignore-scripts=false"')
}

function run(args) {
  // Fewer arenas of glibc's malloc, which keep what they freed: 16 MB less resident (docs/performance.md).
  const env = { MALLOC_ARENA_MAX: '2', ...process.env }
  const child = spawn(node24, args, { stdio: 'inherit', env })
  // The program handles signals; this process only forwards them and waits.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  child.on('error', (error) => fail(`Node 24 cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Node 18 or later is needed, this is ${process.version}`)
if (process.argv.length < 3) fail('usage: node src/local/bootstrap.mjs [node options] script.ts [arguments]')
if (!isInstalled()) install()
run(process.argv.slice(2))
