import * as fc from 'fast-check'

/** A text, with what all texts that count as equal to it have in common. */
export type Word = Readonly<{ text: string; key: string }>

const words = (spellings: Readonly<Record<string, readonly string[]>>): Word[] =>
  Object.entries(spellings).flatMap(([key, texts]) => texts.map((text) => ({ text, key })))

/** Few titles, many spellings: equal ideas happen. */
export const titles = fc.constantFrom(
  ...words({
    alpha: ['Alpha', '  ALPHA ', 'alpha'],
    beta: ['Beta', 'ＢＥＴＡ'],
    strasse: ['Straße', 'STRASSE'],
    'two words': ['Two words', 'two \t\n WORDS'],
    gamma: ['Gamma'],
    delta: ['Delta'],
  }),
)

/** The same for bodies, which keep the white space around them. */
export const bodies = fc.constantFrom(...words({ '': ['', ' \n'], text: ['text', ' Text\n'] }))

/** The same for tags. */
export const tagNames = fc.constantFrom(
  ...words({
    red: ['Red', ' red ', 'RED'],
    blue: ['blue'],
    café: ['Café', 'CAFE\u0301'],
    'to do': ['To do'],
    x: ['x'],
  }),
)

/** Statuses of ideas. */
export const statuses = fc.constantFrom('captured', 'exploring', 'building', 'shipped', 'shelved')

/** Types of relations, the ones without cycles more often. */
export const relationTypes = fc.oneof(
  { weight: 3, arbitrary: fc.constant('blocks') },
  { weight: 2, arbitrary: fc.constantFrom('parent', 'supersedes') },
  { weight: 1, arbitrary: fc.constantFrom('related', 'inspires', 'duplicate') },
)

/** Which of the living things of a kind; below zero, one that is gone or never was. */
export const which = fc.oneof(
  { weight: 12, arbitrary: fc.nat(3) },
  { weight: 3, arbitrary: fc.nat(11) },
  { weight: 1, arbitrary: fc.constantFrom(-1, -2) },
)

/** A property that is there or not, for building bodies. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined })
}

/** The body without what is not there. */
export function compact(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
