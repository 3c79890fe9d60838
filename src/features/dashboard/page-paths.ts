/** The paths of the dashboard's pages, in the syntax of path-to-regexp; all of them answer the same document. */
export const PAGES = ['/', '/ideas/:id', '/search', '/map', '/duplicates', '/tags', '/account'] as const
