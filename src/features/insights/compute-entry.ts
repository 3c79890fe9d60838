// Reads a map as JSON from standard input and writes its insights as JSON to standard output.
import { json } from 'node:stream/consumers'
import type { z } from 'zod'
import type { GraphMap } from '../map/schema.ts'
import { insightsOf } from './compute.ts'

const map = (await json(process.stdin)) as z.infer<typeof GraphMap>
process.stdout.write(JSON.stringify(await insightsOf(map)))
