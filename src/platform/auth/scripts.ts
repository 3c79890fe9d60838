/*
 * Authentication and quota as Redis scripts. Only requests with a valid credential are counted, and never beyond the
 * limit, so that of parallel requests exactly as many pass as the limit allows.
 *
 * A credential is cached as a hash. Revocation replaces the entry by a tombstone, the field `dead` of the same key, so
 * that the result of an older lookup cannot overwrite it. The keys of credentials and plans end with the server's run
 * id: entries that a restarted server loaded from disk without the last second's changes, or that a promoted replica
 * never received, are ignored. Each script reads the run id on the node where it runs, so that it is right on every
 * node of a cluster, also after a redirection.
 *
 * The braces in a key are its hash tag on a Redis Cluster: a user's plan and quota share a slot, a credential has its own.
 */

const RUN = `local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')`

/**
 * A superseded token keeps the end of its grace period in the field `until`, which the result of an older lookup does
 * not overwrite.
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

/** count(plan key, quota key, TTL of a counter, limits, whether to count, TTL, plan) → plan, used, withinQuota | nil */
const COUNT = `
local function count(planKey, quotaKey, counterLife, free, pro, counts, life, known)
  if life then redis.call('SET', planKey, known, 'PX', life, 'NX') end
  local plan = redis.call('GET', planKey)
  if not plan then return nil end
  local used = tonumber(redis.call('GET', quotaKey) or '0')
  if counts == '0' then return plan, used, 1 end
  if used >= tonumber(plan == 'pro' and pro or free) then return plan, used, 0 end
  used = redis.call('INCR', quotaKey)
  if used == 1 then redis.call('PEXPIRE', quotaKey, counterLife) end
  return plan, used, 1
end
`

/**
 * Looks the credential up and counts the request in one round trip; for a single server.
 *
 * KEYS  credential
 * ARGV  parts of the plan key before and after the user id, the same for the quota key; now (ms); TTL of a counter (ms),
 *       limit of the free plan, of the pro plan, whether to count (1|0); then, after a lookup: TTL of the entry (ms),
 *       user, kind, credential id, scopes, expiry (ms), plan
 * Reply {'dead'} | {'unknown'} | {'good', user, kind, credential id, scopes, plan, used, withinQuota (1|0)}
 */
export const AUTHENTICATE = `${RUN}${CREDENTIAL}${COUNT}
local user, kind, id, scopes = credential(KEYS[1] .. run, ARGV[5], unpack(ARGV, 10, 15))
if not user then return {kind} end
local planKey, quotaKey = ARGV[1] .. user .. ARGV[2] .. run, ARGV[3] .. user .. ARGV[4]
local plan, used, withinQuota = count(planKey, quotaKey, ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[16])
if not plan then return {'unknown'} end
return {'good', user, kind, id, scopes, plan, used, withinQuota}
`

/**
 * Looks the credential up: the first of two round trips on a cluster.
 *
 * KEYS  credential
 * ARGV  now (ms); then, after a lookup: TTL of the entry (ms), user, kind, credential id, scopes, expiry (ms)
 * Reply {'dead'} | {'unknown'} | {'good', user, kind, credential id, scopes}
 */
export const IDENTIFY = `${RUN}${CREDENTIAL}
local user, kind, id, scopes = credential(KEYS[1] .. run, unpack(ARGV))
if not user then return {kind} end
return {'good', user, kind, id, scopes}
`

/**
 * Counts the request: the second of two round trips on a cluster.
 *
 * KEYS  plan, quota
 * ARGV  TTL of a counter (ms), limit of the free plan, of the pro plan, whether to count (1|0); then, after a lookup:
 *       TTL of the entry (ms), plan
 * Reply {'unknown'} | {'good', plan, used, withinQuota (1|0)}
 */
export const COUNT_REQUEST = `${RUN}${COUNT}
local plan, used, withinQuota = count(KEYS[1] .. run, KEYS[2], unpack(ARGV))
if not plan then return {'unknown'} end
return {'good', plan, used, withinQuota}
`

/** KEYS quota */
export const UNCOUNT = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then return redis.call('DECR', KEYS[1]) end
return 0
`

/** KEYS credential; ARGV TTL of the tombstone (ms) */
export const REVOKE = `${RUN}
local key = KEYS[1] .. run
redis.call('DEL', key)
redis.call('HSET', key, 'dead', '1')
return redis.call('PEXPIRE', key, ARGV[1])
`

/** KEYS credential; ARGV end of its validity (ms), TTL of that entry (ms). An earlier end and a tombstone stay. */
export const SUPERSEDE = `${RUN}
local key = KEYS[1] .. run
if redis.call('HEXISTS', key, 'dead') == 1 then return 0 end
local known = redis.call('HGET', key, 'until')
if not known or tonumber(known) > tonumber(ARGV[1]) then redis.call('HSET', key, 'until', ARGV[1]) end
return redis.call('PEXPIRE', key, ARGV[2])
`

/** KEYS credential; ARGV the end to revert (ms). Drops the entry, so that the next lookup asks Neo4j. */
export const REINSTATE = `${RUN}
local key = KEYS[1] .. run
if redis.call('HGET', key, 'until') ~= ARGV[1] then return 0 end
return redis.call('DEL', key)
`

/** KEYS plan; ARGV plan, TTL of the entry (ms) */
export const SET_PLAN = `${RUN}
return redis.call('SET', KEYS[1] .. run, ARGV[1], 'PX', ARGV[2])
`

/** KEYS plan, quota */
export const FORGET = `${RUN}
return redis.call('DEL', KEYS[1] .. run, KEYS[2])
`
