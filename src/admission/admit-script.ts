/**
 * Authentication and quota in one round trip. Nothing is counted for a credential that is not good, and never more
 * than the limit, so that parallel requests see exactly the limit through.
 *
 * A credential is cached as a hash, its end as a field `dead` of the same key: a tombstone takes the cached entry's
 * place, and a late writer of an old lookup finds it there. The keys of credentials and plans carry the id of the Redis
 * server's run: what a restarted server read back from disk, without the last second's changes, is never looked at.
 *
 * KEYS  credential
 * ARGV  now (ms), end of the day (ms), day, limit of the free plan, limit of the pro plan, count this request (1|0),
 *       key prefix, run of the server; then, after a lookup: life of the entry (ms), user, kind, credential id, scopes,
 *       expiry (ms), plan
 * Reply {'dead'} | {'unknown'} | {'good', user, kind, credential id, scopes, plan, used, admitted (1|0)}
 */
export const ADMIT_SCRIPT = `
local now, prefix = tonumber(ARGV[1]), ARGV[7]
local entry = redis.call('HMGET', KEYS[1], 'dead', 'user', 'kind', 'id', 'scopes', 'expires')
if entry[1] then return {'dead'} end
if not entry[2] and ARGV[9] then
  redis.call('HSET', KEYS[1], 'user', ARGV[10], 'kind', ARGV[11], 'id', ARGV[12], 'scopes', ARGV[13], 'expires', ARGV[14])
  redis.call('PEXPIRE', KEYS[1], ARGV[9])
  entry = {false, ARGV[10], ARGV[11], ARGV[12], ARGV[13], ARGV[14]}
end
if not entry[2] then return {'unknown'} end
if entry[6] ~= '' and tonumber(entry[6]) <= now then return {'dead'} end
local planKey = prefix .. 'plan:' .. ARGV[8] .. ':' .. entry[2]
if ARGV[9] then redis.call('SET', planKey, ARGV[15], 'PX', ARGV[9], 'NX') end
local plan = redis.call('GET', planKey)
if not plan then return {'unknown'} end
local limit = tonumber(plan == 'pro' and ARGV[5] or ARGV[4])
local quotaKey = prefix .. 'quota:' .. entry[2] .. ':' .. ARGV[3]
local used = tonumber(redis.call('GET', quotaKey) or '0')
local admitted = 1
if ARGV[6] == '1' then
  if used < limit then
    used = redis.call('INCR', quotaKey)
    if used == 1 then redis.call('PEXPIREAT', quotaKey, ARGV[2]) end
  else
    admitted = 0
  end
end
return {'good', entry[2], entry[3], entry[4], entry[5], plan, used, admitted}
`
