import { Command } from 'commander'
import { z } from 'zod'
import { Merge, MergePreview, Unmerged } from '../../merges/schema.ts'
import { examples, idArgument, jsonOption, type Json } from '../arguments.ts'
import { plain, printColumns, printJson, say, shortTime } from '../output.ts'
import { withRest } from '../settings.ts'
import { confirm } from '../terminal.ts'

type UnmergeOptions = Json & Readonly<{ force?: boolean; dryRun?: boolean }>
type MergeOptions = UnmergeOptions & Readonly<{ yes?: boolean }>

const FORCE = 'let supersedes close a cycle'

/** `merge` and `unmerge`. */
export function mergeCommands(): Command[] {
  return [mergeCommand(), unmergeCommand()]
}

function mergeCommand(): Command {
  return new Command('merge')
    .description(
      'Fold an idea into another: its body, tags, links and relations go there, and it is archived',
    )
    .argument('<id>', 'id of the idea that stays', idArgument)
    .argument('<absorbed>', 'id of the idea that is folded into it', idArgument)
    .option('--force', FORCE)
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only tell what would be')
    .addOption(jsonOption())
    .addHelpText('after', examples('ideas merge 3 5 --dry-run', 'ideas merge 3 5', 'ideas unmerge 3 5'))
    .action(async (id: number, absorbed: number, { force, yes, dryRun, json }: MergeOptions) => {
      const query = force ? { force } : {}
      await withRest(async (rest) => {
        const ask = async <T>(schema: z.ZodType<T>, preview = {}): Promise<T> => {
          const call = { body: { absorb_id: absorbed }, query: { ...query, ...preview } }
          return rest.post(`/ideas/${id}/merge`, schema, call)
        }
        if (dryRun && json) return printJson(await ask(z.unknown(), { preview: true }))
        const preview = told(await ask(MergePreview, { preview: true }))
        if (dryRun) return say(`Would merge ${preview}`)
        await confirm(`Merge ${preview}?`, yes)
        const merged = await ask(z.unknown())
        if (json) printJson(merged)
        else say(`Merged ${preview}\n\`ideas unmerge ${id} ${absorbed}\` undoes it.`)
      })
    })
}

/** What a merge would do, in one line. */
function told({ merged, absorbed, moved, dropped }: MergePreview): string {
  const facts = [
    ['gets', counted({ tag: moved.tags, link: moved.links, relation: moved.relations })],
    ['drops', counted({ link: dropped.links, relation: dropped.relations })],
  ].filter(([, things]) => things !== '')
  return [
    `idea ${absorbed.id} “${plain(absorbed.title)}” into ${merged.id} “${plain(merged.title)}”`,
    ...facts.map((fact) => fact.join(' ')),
  ].join('; ')
}

function counted(things: Readonly<Record<string, readonly unknown[]>>): string {
  return Object.entries(things)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${list.length} ${list.length === 1 ? name : `${name}s`}`)
    .join(', ')
}

function unmergeCommand(): Command {
  return new Command('unmerge')
    .description('Bring an idea back that was merged into another, or list those that were')
    .argument('<id>', 'id of the idea that stayed', idArgument)
    .argument(
      '[absorbed]',
      'id of the idea to bring back; without it, all that could be are listed',
      idArgument,
    )
    .option('--force', FORCE)
    .option('--dry-run', 'only tell what would come back')
    .addOption(jsonOption())
    .addHelpText('after', examples('ideas unmerge 3', 'ideas unmerge 3 5'))
    .action(async (id: number, absorbed: number | undefined, options: UnmergeOptions) =>
      absorbed === undefined ? listMerges(id, options) : unmerge(id, absorbed, options),
    )
}

async function unmerge(id: number, absorbed: number, { force, dryRun, json }: UnmergeOptions): Promise<void> {
  const query = { ...(force ? { force } : {}), ...(dryRun ? { preview: true } : {}) }
  await withRest(async (rest) => {
    const call = { body: { absorbed_id: absorbed }, query }
    const path = `/ideas/${id}/unmerge`
    if (json) return printJson(await rest.post(path, z.unknown(), call))
    const { idea, not_restored: lost } = await rest.post(path, Unmerged, call)
    say(`${dryRun ? 'Would bring' : 'Brought'} back idea ${idea.id} “${plain(idea.title)}”`)
    for (const { message } of lost) say(`  but: ${plain(message)}`)
  })
}

const PAGE = 100

async function listMerges(id: number, { json }: UnmergeOptions): Promise<void> {
  await withRest(async (rest) => {
    const merges: Merge[] = []
    for (;;) {
      const page = await rest.get(`/ideas/${id}/merges`, z.array(Merge), {
        limit: PAGE,
        offset: merges.length,
      })
      merges.push(...page)
      if (page.length < PAGE) break
    }
    if (json) return printJson(merges)
    if (merges.length === 0) return say(`Nothing was merged into idea ${id}.`)
    printColumns(merges, [
      { name: 'ID', value: ({ absorbed_id }) => absorbed_id },
      { name: 'TITLE', value: ({ title }) => title, shrinks: true },
      { name: 'TAGS', value: ({ tags }) => tags.join(', '), shrinks: true },
      { name: 'MERGED', value: ({ merged_at }) => (merged_at === null ? '' : shortTime(merged_at)) },
    ])
  })
}
