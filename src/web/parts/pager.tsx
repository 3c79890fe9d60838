type Props = Readonly<{ page: number; size: number; total: number; onGo: (page: number) => void }>

/** Ways to the page before and after, where there are any. */
export function Pager({ page, size, total, onGo }: Props) {
  const last = Math.max(0, Math.ceil(total / size) - 1)
  if (last === 0) return null
  const go = (to: number): void => {
    onGo(to)
    scrollTo(0, 0)
    // Who goes on by keyboard begins at the top, too.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <nav class="pager row" aria-label="Pages of the list">
      <button type="button" disabled={page === 0} onClick={() => go(page - 1)}>
        Previous
      </button>
      <span>
        {page * size + 1}–{Math.min(total, (page + 1) * size)} of {total}
      </span>
      <button type="button" disabled={page >= last} onClick={() => go(page + 1)}>
        Next
      </button>
    </nav>
  )
}
