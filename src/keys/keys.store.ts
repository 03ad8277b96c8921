// The statements of API keys. The hash goes in and never comes out.
import { type SpaceId, toSpaceId } from '../base/ids.ts'
import { query, type Reads, type Writes } from '../database/database.ts'
import { prepare } from '../database/prepare.ts'
import type { ApiKey, Scope } from './api-key.ts'

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
      hash,
      scopes: JSON.stringify(key.scopes),
      created_at: key.createdAt,
      created_by: key.createdBy,
      updated_at: key.updatedAt,
      expires_at: key.expiresAt,
      last_used_at: key.lastUsedAt,
      revoked_at: key.revokedAt,
    })
    .execute()
}

/** By the hash of the whole key; this is where a request's space is found out. */
export async function findKeyByHash(reads: Reads, hash: string): Promise<ApiKey | null> {
  const row = await reads.first(keyByHash({ hash }))
  return row ? toApiKey(row) : null
}

const keyByHash = prepare(({ hash }: { hash: string }) =>
  query.selectFrom('api_key').select(columns).where('hash', '=', hash),
)

/** Newest first, then by id; of one space, or of all. */
export async function listKeys(reads: Reads, space: SpaceId | null): Promise<ApiKey[]> {
  const rows = await reads.all(
    query
      .selectFrom('api_key')
      .select(columns)
      .$if(space !== null, keys => keys.where('space', '=', space!))
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return rows.map(toApiKey)
}

/** Null where there is no such key. A key that is revoked already keeps its time. */
export async function revokeKey(writes: Writes, id: string, now: number): Promise<ApiKey | null> {
  await writes
    .updateTable('api_key')
    .set({ revoked_at: now, updated_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  const row = await writes.selectFrom('api_key').select(columns).where('id', '=', id).executeTakeFirst()
  return row ? toApiKey(row) : null
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
