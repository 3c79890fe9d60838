/** How a model counts text: tokens without special ones, and how many of them an input may have. */
export type Measure = Readonly<{ count(text: string): number; limit: number }>

/** Tokens that an input may have with the special ones. */
export const MAX_TOKENS = 512
