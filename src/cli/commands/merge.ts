import { z } from 'zod'
import { Merge, MergePreview, Unmerged } from '../../features/merges/schema.ts'
import { allPages, type ApiClient } from '../api-client.ts'
import { counted, idArgument } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { plain, printColumns, printJson, say, shortTime } from '../output.ts'
import { confirm } from '../prompt.ts'

type UnmergeOptions = Json & Readonly<{ force?: boolean; dryRun?: boolean }>
type MergeOptions = UnmergeOptions & Readonly<{ yes?: boolean }>

const FORCE = 'allow cycles of supersedes relations'

/** `merge` and `unmerge`. */
export function mergeCommands(): ClientCommand[] {
  return [mergeCommand(), unmergeCommand()]
}

function mergeCommand(): ClientCommand {
  return new ClientCommand('merge')
    .description(
      'Merge an idea into another: its body, tags, links and relations move there, and it is archived',
    )
    .argument('<id>', 'id of the idea that remains', idArgument)
    .argument('<absorbed>', 'id of the idea that is merged into it', idArgument)
    .option('--force', FORCE)
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only print what would change')
    .json()
    .examples('ideas merge 3 5 --dry-run', 'ideas merge 3 5', 'ideas unmerge 3 5')
    .calls(async (client, id: number, absorbed: number, { force, yes, dryRun, json }: MergeOptions) => {
      const query = force ? { force } : {}
      const body = { absorb_id: absorbed }
      const planned = await client.post(`/ideas/${id}/merge`, { body, query: { ...query, preview: true } })
      if (dryRun && json) return printJson(planned.body)
      const plan = planned.as(MergePreview)
      const preview = told(plan)
      if (dryRun) return say(`Would merge ${preview}`)
      await confirm(`Merge ${preview}?`, yes)
      const merged = await client.post(`/ideas/${id}/merge`, {
        body,
        query: { ...query, confirm: plan.confirm },
      })
      if (json) printJson(merged.body)
      else say(`Merged ${preview}\n\`ideas unmerge ${id} ${absorbed}\` undoes it.`)
    })
}

/** Describes a merge in one line. */
function told({ merged, absorbed, moved, dropped }: MergePreview): string {
  const facts = [
    ['gets', listed({ tag: moved.tags, link: moved.links, relation: moved.relations })],
    ['drops', listed({ link: dropped.links, relation: dropped.relations })],
  ].filter(([, things]) => things !== '')
  return [
    `idea ${absorbed.id} “${plain(absorbed.title)}” into ${merged.id} “${plain(merged.title)}”`,
    ...facts.map((fact) => fact.join(' ')),
  ].join('; ')
}

function listed(things: Readonly<Record<string, readonly unknown[]>>): string {
  const some = Object.entries(things).filter(([, list]) => list.length > 0)
  return some.map(([noun, { length }]) => counted(length, noun)).join(', ')
}

function unmergeCommand(): ClientCommand {
  return new ClientCommand('unmerge')
    .description('Restore an idea that was merged into another, or list the merged ideas')
    .argument('<id>', 'id of the idea that remained', idArgument)
    .argument('[absorbed]', 'id of the idea to restore; without it, all candidates are listed', idArgument)
    .option('--force', FORCE)
    .option('--dry-run', 'only print what would be restored')
    .json()
    .examples('ideas unmerge 3', 'ideas unmerge 3 5')
    .calls(async (client, id: number, absorbed: number | undefined, options: UnmergeOptions) => {
      if (absorbed === undefined) return listMerges(client, id, options)
      const { force, dryRun, json } = options
      const query = { ...(force ? { force } : {}), ...(dryRun ? { preview: true } : {}) }
      const reply = await client.post(`/ideas/${id}/unmerge`, { body: { absorbed_id: absorbed }, query })
      if (json) return printJson(reply.body)
      const { idea, not_restored: lost } = reply.as(Unmerged)
      say(`${dryRun ? 'Would bring' : 'Brought'} back idea ${idea.id} “${plain(idea.title)}”`)
      for (const { message } of lost) say(`  but: ${plain(message)}`)
    })
}

async function listMerges(client: ApiClient, id: number, { json }: Json): Promise<void> {
  const merges = await allPages(client, `/ideas/${id}/merges`)
  if (json) return printJson(merges.body)
  printColumns(
    merges.as(z.array(Merge)),
    [
      { name: 'ID', value: ({ absorbed_id }) => absorbed_id },
      { name: 'TITLE', value: ({ title }) => title, shrinks: true },
      { name: 'TAGS', value: ({ tags }) => tags.join(', '), shrinks: true },
      { name: 'MERGED', value: ({ merged_at }) => (merged_at === null ? '' : shortTime(merged_at)) },
    ],
    `Nothing was merged into idea ${id}.`,
  )
}
