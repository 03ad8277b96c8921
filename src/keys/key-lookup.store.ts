// The SQL statement that looks up the API key of a request.
import { isIn, query, type Reads } from '../database/database.ts'
import { prepare } from '../database/prepare.ts'
import type { ApiKey } from './api-key.ts'
import { columns, toApiKey } from './keys.store.ts'

/**
 * Finds keys by the hashes of whole keys, which determines the space of a request. After a rotation, the old secret
 * finds its key until the overlap ends. A hash without a key is missing from the result.
 */
export async function findKeysByHash(
  reads: Reads,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KeyLookupResult>> {
  const rows = await reads.all(keysByHash({ hashes }))
  return new Map(rows.map(row => [row.hash, { key: toApiKey(row), validUntil: row.valid_until }]))
}

export interface KeyLookupResult {
  readonly key: ApiKey
  /** The time from which the secret that found the key is no longer accepted; null for the newest. */
  readonly validUntil: number | null
}

const keysByHash = prepare(({ hashes }: { hashes: readonly string[] }) =>
  query
    .selectFrom('api_key_secret')
    .innerJoin('api_key', join =>
      join.onRef('api_key.space', '=', 'api_key_secret.space').onRef('api_key.id', '=', 'api_key_secret.key'),
    )
    .select(columns.map(column => `api_key.${column}` as const))
    .select(['api_key_secret.hash', 'api_key_secret.valid_until'])
    .where(isIn('api_key_secret.hash', hashes)),
)
