export const graph = 1
