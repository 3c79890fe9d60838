// A process that embeds a text by the model of the folder given, and then has nothing left to do; `stay` as a second
// argument has it stay.
import { pino } from 'pino'
import { createLocalEmbedder } from '../../../src/platform/embeddings/local.ts'

const embedder = createLocalEmbedder({ folder: process.argv[2] ?? '', log: pino({ level: 'silent' }) })
process.stdout.write(`${String((await embedder.embedQuery('a question')).length)}\n`)
if (process.argv[3] === 'stay') setInterval(() => undefined, 60_000)
