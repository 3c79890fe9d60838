export const endpoint = 1
