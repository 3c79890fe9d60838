export const known = process.env
