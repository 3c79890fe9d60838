type Props = Readonly<{ label: string; onClick: () => void }>

/** A small button that takes away what it stands beside. */
export function Cross({ label, onClick }: Props) {
  return (
    <button type="button" class="quiet" aria-label={label} onClick={onClick}>
      ×
    </button>
  )
}
