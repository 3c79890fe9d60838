import { upload, uploads } from '../../platform/attach.ts'

/** Chooses files, and shows which of them is being sent. */
export function Upload({ ideaId }: Readonly<{ ideaId: number }>) {
  const underWay = uploads.at(ideaId)
  return (
    <div class="row">
      <input
        type="file"
        multiple
        aria-label="Attach files"
        disabled={underWay !== undefined}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void upload(ideaId, files)
        }}
      />
      <span class="hint">or drop them here; at most 10 MiB each</span>
      {underWay?.progress && <Progress {...underWay.progress} stop={underWay.stop} />}
    </div>
  )
}

type Props = Readonly<{ name: string; done: number; of: number; stop: () => void }>

function Progress({ name, done, of, stop }: Props) {
  return (
    <>
      {/* How much of one file is sent is not known. */}
      {of > 1 ? <progress aria-label="Upload" max={of} value={done} /> : <progress aria-label="Upload" />}
      <span role="status">
        {name}
        {of > 1 && ` (${done + 1} of ${of})`}
      </span>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </>
  )
}
