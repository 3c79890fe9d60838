import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/api.ts'
import { announceChange } from '../../platform/live.ts'
import { attempt, tell } from '../../platform/notices.ts'
import { unmerge } from '../../platform/unmerge.ts'
import type { Idea } from '../idea/idea.ts'
import { MergePreview, type Preview } from './merge-preview.tsx'

type Props = Readonly<{ survivor: Idea; absorbed: Idea; onClose: () => void }>

/** What a merge would make of two ideas, and the way to do it; shown anew if one of them was changed meanwhile. */
export function MergeDialog({ survivor, absorbed, onClose }: Props) {
  const preview = useSignal<Preview | undefined>(undefined)
  const refusal = useSignal<ApiError | undefined>(undefined)
  const isRenewed = useSignal(false)
  const merge = (query: { preview: true } | { confirm: string }) =>
    call('POST /ideas/:id/merge', {
      params: { id: survivor.id },
      body: { absorb_id: absorbed.id },
      query,
    })
  const look = async (): Promise<void> => {
    refusal.value = undefined
    try {
      preview.value = (await merge({ preview: true })) as Preview
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      preview.value = undefined
      refusal.value = error
      // Where somebody else has merged or deleted one of them, the pair goes, and this dialog with it.
      announceChange()
    }
  }
  useEffect(() => void look(), [])
  const run = async (confirm: string): Promise<void> => {
    const isDone = await attempt(async () => {
      await merge({ confirm })
      tell('Merged into one idea.', 'done', () => void unmerge(survivor.id, absorbed))
    })
    if (isDone) onClose()
    else {
      isRenewed.value = true
      await look()
    }
  }
  return (
    <Dialog label="What the merge makes" onClose={onClose} class="wide">
      <Loaded live={{ reply: preview.value, error: refusal.value, reload: look }}>
        {(one) => (
          <MergePreview
            key={one.confirm}
            preview={one}
            isRenewed={isRenewed.value}
            before={survivor.body}
            onMerge={() => run(one.confirm)}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
