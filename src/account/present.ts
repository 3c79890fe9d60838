import { timestamp } from '../fields.ts'
import type { User } from './schema.ts'
import type { UserRow } from './store.ts'

/** An account as its owner sees it. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    display_name: row.displayName,
    avatar_url: row.avatarUrl,
    plan: row.plan,
    settings_json: JSON.parse(row.settings) as Record<string, unknown>,
    has_provider_a_key: row.providers.includes('provider_a'),
    has_provider_b_key: row.providers.includes('provider_b'),
    has_provider_c_key: row.providers.includes('provider_c'),
    has_code_host_sync: false,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}
