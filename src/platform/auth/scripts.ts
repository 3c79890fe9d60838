/*
 * Authentication and quota as Redis scripts. Nothing is counted for a credential that is not good, and never more than
 * the limit, so that parallel requests see exactly the limit through.
 *
 * A credential is cached as a hash, its end as a field `dead` of the same key: a tombstone takes the cached entry's
 * place, and a late writer of an old lookup finds it there. The keys of credentials and plans end with the id of the
 * Redis server's run: what a restarted server read back from disk without the last second's changes, or a replica that
 * took over never received, is never looked at. The script asks for that id where it runs, so that it is right on every
 * node of a cluster, also after a redirection.
 *
 * The braces in a key decide its slot on a Redis Cluster: a user's plan and counts lie together, a credential elsewhere.
 */

const RUN = `local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')`

/**
 * A token that a newer one took the place of keeps, as a field `until`, when it ends: no later filling in of what an old
 * lookup found takes that back.
 *
 * credential(key, now, life, user, kind, id, scopes, expires) → user, kind, id, scopes | nil, 'dead' or 'unknown'
 */
const CREDENTIAL = `
local function credential(key, now, life, ...)
  local entry = redis.call('HMGET', key, 'dead', 'user', 'kind', 'id', 'scopes', 'expires', 'until')
  if entry[1] then return nil, 'dead' end
  if entry[7] and tonumber(entry[7]) <= tonumber(now) then return nil, 'dead' end
  if not entry[2] and life then
    local user, kind, id, scopes, expires = ...
    redis.call('HSET', key, 'user', user, 'kind', kind, 'id', id, 'scopes', scopes, 'expires', expires)
    redis.call('PEXPIRE', key, life)
    entry = {false, ...}
  end
  if not entry[2] then return nil, 'unknown' end
  if entry[6] ~= '' and tonumber(entry[6]) <= tonumber(now) then return nil, 'dead' end
  return entry[2], entry[3], entry[4], entry[5]
end
`

/** count(plan key, quota key, end of the day, limits, whether it counts, life, plan) → plan, used, admitted | nil */
const COUNT = `
local function count(planKey, quotaKey, endsAt, free, pro, counts, life, known)
  if life then redis.call('SET', planKey, known, 'PX', life, 'NX') end
  local plan = redis.call('GET', planKey)
  if not plan then return nil end
  local used = tonumber(redis.call('GET', quotaKey) or '0')
  if counts == '0' then return plan, used, 1 end
  if used >= tonumber(plan == 'pro' and pro or free) then return plan, used, 0 end
  used = redis.call('INCR', quotaKey)
  if used == 1 then redis.call('PEXPIREAT', quotaKey, endsAt) end
  return plan, used, 1
end
`

/**
 * Both in one round trip, where one server has all keys.
 *
 * KEYS  credential
 * ARGV  before and after the user's id in the key of the plan, the same for the count; now (ms); end of the day (ms),
 *       limit of the free plan, of the pro plan, whether it counts (1|0); then, after a lookup: life of the entry (ms),
 *       user, kind, credential id, scopes, expiry (ms), plan
 * Reply {'dead'} | {'unknown'} | {'good', user, kind, credential id, scopes, plan, used, admitted (1|0)}
 */
export const ADMIT = `${RUN}${CREDENTIAL}${COUNT}
local user, kind, id, scopes = credential(KEYS[1] .. run, ARGV[5], unpack(ARGV, 10, 15))
if not user then return {kind} end
local planKey, quotaKey = ARGV[1] .. user .. ARGV[2] .. run, ARGV[3] .. user .. ARGV[4]
local plan, used, admitted = count(planKey, quotaKey, ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[16])
if not plan then return {'unknown'} end
return {'good', user, kind, id, scopes, plan, used, admitted}
`

/**
 * The first of two round trips on a cluster.
 *
 * KEYS  credential
 * ARGV  now (ms); then, after a lookup: life of the entry (ms), user, kind, credential id, scopes, expiry (ms)
 * Reply {'dead'} | {'unknown'} | {'good', user, kind, credential id, scopes}
 */
export const IDENTIFY = `${RUN}${CREDENTIAL}
local user, kind, id, scopes = credential(KEYS[1] .. run, unpack(ARGV))
if not user then return {kind} end
return {'good', user, kind, id, scopes}
`

/**
 * The second of two round trips on a cluster.
 *
 * KEYS  plan, count
 * ARGV  end of the day (ms), limit of the free plan, of the pro plan, whether it counts (1|0); then, after a lookup:
 *       life of the entry (ms), plan
 * Reply {'unknown'} | {'good', plan, used, admitted (1|0)}
 */
export const COUNT_REQUEST = `${RUN}${COUNT}
local plan, used, admitted = count(KEYS[1] .. run, KEYS[2], unpack(ARGV))
if not plan then return {'unknown'} end
return {'good', plan, used, admitted}
`

/** KEYS credential; ARGV life of the tombstone (ms) */
export const BURY = `${RUN}
local key = KEYS[1] .. run
redis.call('DEL', key)
redis.call('HSET', key, 'dead', '1')
return redis.call('PEXPIRE', key, ARGV[1])
`

/** KEYS credential; ARGV when it ends (ms), life of that (ms). An end that is nearer, or has come, stays. */
export const SUPERSEDE = `${RUN}
local key = KEYS[1] .. run
if redis.call('HEXISTS', key, 'dead') == 1 then return 0 end
local known = redis.call('HGET', key, 'until')
if not known or tonumber(known) > tonumber(ARGV[1]) then redis.call('HSET', key, 'until', ARGV[1]) end
return redis.call('PEXPIRE', key, ARGV[2])
`

/** KEYS credential; ARGV the end that is taken back (ms): the next lookup finds what Neo4j says */
export const REINSTATE = `${RUN}
local key = KEYS[1] .. run
if redis.call('HGET', key, 'until') ~= ARGV[1] then return 0 end
return redis.call('DEL', key)
`

/** KEYS plan; ARGV plan, life of the entry (ms) */
export const SET_PLAN = `${RUN}
return redis.call('SET', KEYS[1] .. run, ARGV[1], 'PX', ARGV[2])
`

/** KEYS plan, count */
export const FORGET = `${RUN}
return redis.call('DEL', KEYS[1] .. run, KEYS[2])
`
