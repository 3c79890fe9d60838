export const redis = 1
