import { redis } from '../../platform/redis/client.ts'

export const known = redis
