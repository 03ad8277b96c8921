// The statement that a request with a key begins with.
import { query, type Reads } from '../database/database.ts'
import { prepare } from '../database/prepare.ts'
import type { ApiKey } from './api-key.ts'
import { columns, toApiKey } from './keys.store.ts'

/**
 * By the hash of the whole key; this is where a request's space is found out. The secret before a rotation finds its
 * key until the overlap ends.
 */
export async function findKeyByHash(reads: Reads, hash: string): Promise<FoundKey | null> {
  const row = await reads.first(keyByHash({ hash }))
  return row ? { key: toApiKey(row), validUntil: row.valid_until } : null
}

export interface FoundKey {
  readonly key: ApiKey
  /** When the secret that it was found by stops being accepted; null for the newest. */
  readonly validUntil: number | null
}

const keyByHash = prepare(({ hash }: { hash: string }) =>
  query
    .selectFrom('api_key_secret')
    .innerJoin('api_key', join =>
      join.onRef('api_key.space', '=', 'api_key_secret.space').onRef('api_key.id', '=', 'api_key_secret.key'),
    )
    .select(columns.map(column => `api_key.${column}` as const))
    .select('api_key_secret.valid_until')
    .where('api_key_secret.hash', '=', hash),
)
