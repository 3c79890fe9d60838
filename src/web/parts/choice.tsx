type Props = Readonly<{
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}>

/** A choice of one value, each with the name that is shown for it. */
export function Choice({ label, value, options, onChange }: Props) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([one, name]) => (
        <option value={one}>{name}</option>
      ))}
    </select>
  )
}
