// SQL statements for API keys, their secrets, and the count of changes to the keys of a space, which nodes that cache
// keys follow. Hashes are written and never returned.
import { type SpaceId, toSpaceId } from '../base/ids.ts'
import { kindOf, type Scope, scopeKinds, scopesByKind } from '../base/scopes.ts'
import { isIn, prepare, query, type Reads, readsWithin, type Writes } from '../database/database.ts'
import { notifyChange } from '../database/notify-change.ts'
import type { ApiKey } from './api-key.ts'

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

/** Raises the counter, so that every node reloads its cached keys of this space. Must be the last write of a change. */
async function raiseKeyRevision(writes: Writes, space: SpaceId): Promise<void> {
  const { revision } = await writes
    .insertInto('key_revision')
    .values({ space, revision: 1 })
    .onConflict(conflict =>
      conflict
        .column('space')
        .doUpdateSet(({ eb, ref }) => ({ revision: eb(ref('key_revision.revision'), '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  await notifyChange(writes, space, { keys: revision })
}

interface KeyRow {
  readonly id: string
  readonly space: string
  readonly name: string
  readonly prefix: string
  readonly scopes: string
  readonly created_at: number
  readonly created_by: string
  readonly updated_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

const columns = [
  'id',
  'space',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'created_by',
  'updated_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const

export async function insertKey(writes: Writes, key: ApiKey, hash: string): Promise<void> {
  await writes
    .insertInto('api_key')
    .values({
      id: key.id,
      space: key.space,
      name: key.name,
      prefix: key.prefix,
      scopes: JSON.stringify(key.scopes),
      created_at: key.createdAt,
      created_by: key.createdBy,
      updated_at: key.updatedAt,
      expires_at: key.expiresAt,
      last_used_at: key.lastUsedAt,
      revoked_at: key.revokedAt,
    })
    .execute()
  await insertSecret(writes, key, hash)
  await raiseKeyRevision(writes, key.space)
}

async function insertSecret(writes: Writes, key: Pick<ApiKey, 'space' | 'id'>, hash: string): Promise<void> {
  await writes
    .insertInto('api_key_secret')
    .values({ hash, space: key.space, key: key.id, valid_until: null })
    .execute()
}

/** Returns null if the space has no such key. */
export async function findKey(reads: Reads, space: SpaceId, id: string): Promise<ApiKey | null> {
  const row = await reads.first(
    query.selectFrom('api_key').select(columns).where('space', '=', space).where('id', '=', id),
  )
  return row ? toApiKey(row) : null
}

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Lists the keys of one space, or of all, newest first, then by id. */
export async function listKeys(reads: Reads, space: SpaceId | null, range?: Range): Promise<ApiKey[]> {
  const rows = await reads.all(
    query
      .selectFrom('api_key')
      .select(columns)
      .$if(space !== null, keys => keys.where('space', '=', space!))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .$if(range !== undefined, keys => keys.limit(range!.limit).offset(range!.offset)),
  )
  return rows.map(toApiKey)
}

export async function countKeys(reads: Reads, space: SpaceId): Promise<number> {
  const row = await reads.first(
    query.selectFrom('api_key').select(query.fn.countAll<number>().as('count')).where('space', '=', space),
  )
  return Number(row?.count ?? 0)
}

interface KeyFields {
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  readonly expiresAt?: number | null | undefined
}

/**
 * Updates a key in one statement by space and id. Returns null if the key does not exist, is revoked, or has scopes of
 * another kind than the new ones. Absent fields stay unchanged.
 */
export async function updateKey(
  writes: Writes,
  space: SpaceId,
  id: string,
  { name, scopes, expiresAt }: KeyFields,
  now: number,
): Promise<ApiKey | null> {
  const row = await writes
    .updateTable('api_key')
    .set({
      updated_at: now,
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes: JSON.stringify(scopes) }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    })
    .where('space', '=', space)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(eb => eb.and(otherScopes(scopes).map(scope => eb('scopes', 'not like', `%"${scope}"%`))))
    .returning(columns)
    .executeTakeFirst()
  if (!row) return null
  await raiseKeyRevision(writes, space)
  return toApiKey(row)
}

/** Returns the scopes that a key must not have if it is to get these. */
function otherScopes([scope]: readonly Scope[] = []): readonly Scope[] {
  if (scope === undefined) return []
  const kind = kindOf(scope)
  return scopeKinds.filter(other => other !== kind).flatMap(other => scopesByKind[other])
}

interface NewSecret {
  readonly hash: string
  readonly prefix: string
  /** The time from which the current secret is no longer accepted. */
  readonly overlapEndsAt: number
  readonly now: number
}

/**
 * Adds a new secret under the same id. Of the earlier ones only the newest is kept, until the overlap ends. Returns null
 * if the key does not exist or is revoked.
 */
export async function replaceSecret(
  writes: Writes,
  space: SpaceId,
  id: string,
  { hash, prefix, overlapEndsAt, now }: NewSecret,
): Promise<ApiKey | null> {
  const row = await writes
    .updateTable('api_key')
    .set({ prefix, updated_at: now })
    .where('space', '=', space)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  if (!row) return null
  await writes
    .deleteFrom('api_key_secret')
    .where('space', '=', space)
    .where('key', '=', id)
    .$if(overlapEndsAt > now, secrets => secrets.where('valid_until', 'is not', null))
    .execute()
  await writes
    .updateTable('api_key_secret')
    .set({ valid_until: overlapEndsAt })
    .where('space', '=', space)
    .where('key', '=', id)
    .execute()
  const key = toApiKey(row)
  await insertSecret(writes, key, hash)
  await raiseKeyRevision(writes, space)
  return key
}

/**
 * Revokes a key in one space, or in any that has the id. Returns null if there is no such key. A revoked key keeps its
 * revocation time.
 */
export async function revokeKey(
  writes: Writes,
  space: SpaceId | null,
  id: string,
  now: number,
): Promise<ApiKey | null> {
  const { numUpdatedRows } = await writes
    .updateTable('api_key')
    .set({ revoked_at: now, updated_at: now })
    .$if(space !== null, keys => keys.where('space', '=', space!))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const row = await readsWithin(writes).first(
    query
      .selectFrom('api_key')
      .select(columns)
      .$if(space !== null, keys => keys.where('space', '=', space!))
      .where('id', '=', id),
  )
  if (!row) return null
  const key = toApiKey(row)
  if (numUpdatedRows > 0n) await raiseKeyRevision(writes, key.space)
  return key
}

/** Saves the last use. The time only moves forward, because two nodes may write in any order. */
export async function saveLastUse(writes: Writes, space: SpaceId, id: string, at: number): Promise<void> {
  await writes
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('space', '=', space)
    .where('id', '=', id)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    space: toSpaceId(row.space),
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
