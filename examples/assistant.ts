// A session of an assistant: connects to /mcp by a token, calls tools as a model would, and prints what is said.
// See docs/assistants.md.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { IDEAS_URL = 'https://localhost:8443', IDEAS_TOKEN = '' } = process.env

if (IDEAS_TOKEN === '') {
  console.error('IDEAS_TOKEN is required: npm run --silent ideas -- mcp-tokens create')
  process.exit(1)
}

const client = new Client(
  { name: 'example', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: {} } },
)
// A merge asks the person. This one says yes.
client.setRequestHandler('elicitation/create', async ({ params }) => {
  console.log(`  (asked: ${params.message} yes)`)
  return { action: 'accept', content: { yes: true } }
})

/** Calls a tool, prints call and answer, and returns the answer. */
async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  console.log(`> ${name} ${JSON.stringify(args)}`)
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [first] = content
  const text = first?.type === 'text' ? first.text : '{}'
  console.log(`${isError === true ? '! ' : ''}${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

const headers = { Authorization: `Bearer ${IDEAS_TOKEN}` }
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', IDEAS_URL), { requestInit: { headers } }),
)
console.log(
  `${client.getProtocolEra()} protocol; tools: ${(await client.listTools()).tools.map(({ name }) => name).join(', ')}`,
)

const { id: offline } = await call('capture', { title: 'Offline mode', tags: ['travel'] })
const { id: sync } = await call('capture', { title: 'Sync conflicts', body: 'Two devices, one idea.' })
await call('relate', {
  source_id: sync,
  target_id: offline,
  relation_type: 'blocks',
  note: 'needs an answer first',
})
await call('relate', { source_id: offline, target_id: sync, relation_type: 'blocks' })
await call('why_related', { from: offline, to: sync })
const { id: again } = await call('capture', { title: 'Work without a network' })
const { preview } = await call('duplicates', { survivor_id: offline, absorbed_id: again })
const { confirm } = preview as { confirm: string }
const pair = { survivor_id: offline, absorbed_id: again }
await call('resolve_duplicate', { action: 'merge', ...pair, confirm })
await call('get', { id: again })
await call('resolve_duplicate', { action: 'undo', ...pair })
await client.close()
