import { useSignal } from '@preact/signals'
import { ApiError } from '../../platform/api-error.ts'
import { attach } from '../../platform/attach.ts'
import { announceChange } from '../../platform/live.ts'
import { tellError } from '../../platform/notices.ts'

type Under = Readonly<{ name: string; at: number; of: number; stop: AbortController }>

/** Uploads files one after the other; it can be stopped, which leaves what is there already. */
export function useUpload(ideaId: number) {
  const under = useSignal<Under | undefined>(undefined)
  const upload = async (files: readonly File[]): Promise<void> => {
    const stop = new AbortController()
    try {
      for (const [at, file] of files.entries()) {
        if (stop.signal.aborted) break
        under.value = { name: file.name, at: at + 1, of: files.length, stop }
        await attach(ideaId, file, stop.signal)
        announceChange()
      }
    } catch (error) {
      if (!stop.signal.aborted || error instanceof ApiError) tellError(error)
    } finally {
      under.value = undefined
    }
  }
  return { under, upload }
}

type Props = ReturnType<typeof useUpload>

/** Chooses files, and shows how far their upload is. */
export function Upload({ under, upload }: Props) {
  const now = under.value
  return (
    <div class="row">
      <input
        type="file"
        multiple
        aria-label="Attach files"
        disabled={now !== undefined}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void upload(files)
        }}
      />
      <span class="hint">or drop them here; at most 10 MiB each</span>
      {now !== undefined && (
        <>
          <progress aria-label="Upload" />
          <span role="status">
            {now.name}
            {now.of > 1 && ` (${now.at} of ${now.of})`}
          </span>
          <button type="button" onClick={() => now.stop.abort()}>
            Stop
          </button>
        </>
      )}
    </div>
  )
}
