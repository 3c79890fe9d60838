/**
 * A tag to be given. With an id it is one of the user's, which is given only if it is still there, by the name that it has
 * then; without, a name that becomes a tag where there is none of that name.
 */
export type Suggestion = Readonly<{ name: string; id?: number }>
