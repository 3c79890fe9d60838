const WORDS =
  `a garden plan for people who share tools with their neighbours on the same street and want to know when each is
free because most stand unused in a shed all week while someone nearby buys another one which costs money space and metal`
    .split(/\s+/)
    .sort()

/** Distinct ideas of 200 to 260 words. */
export function longIdeas(count: number): { title: string; body: string }[] {
  let seed = 1
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  return Array.from({ length: count }, (_, number) => ({
    title: `Idea ${number}`,
    body: Array.from({ length: 200 + next(60) }, () => WORDS[next(WORDS.length)]).join(' '),
  }))
}
