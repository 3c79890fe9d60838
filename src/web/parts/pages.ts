/** The pages of the dashboard, in their order. */
export const PAGES = [
  { path: '/', name: 'Ideas' },
  { path: '/search', name: 'Search' },
  { path: '/map', name: 'Map' },
  { path: '/duplicates', name: 'Duplicates' },
  { path: '/tags', name: 'Tags' },
  { path: '/account', name: 'Account' },
] as const
