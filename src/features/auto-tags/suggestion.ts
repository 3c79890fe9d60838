/**
 * A suggested tag. With an id it is an existing tag, assigned by its current name if it still exists; without, the name of a
 * tag that is created if missing.
 */
export type Suggestion = Readonly<{ name: string; id?: number }>
