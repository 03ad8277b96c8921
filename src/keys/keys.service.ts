// Creates, changes, rotates and revokes keys, for the command line and for owners and admins over HTTP.
import { requireRight } from '../access/require-right.store.ts'
import { hashSecret } from '../access/secrets.ts'
import { recordSpaceActivity, type SpaceAction } from '../access/space-activity.store.ts'
import { type Actor, type Member, toActor, toActorText } from '../base/caller.ts'
import { type Clock, toTimestamp } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import { newId, type RandomBytes, type SpaceId } from '../base/ids.ts'
import { describeKind, kindOf, type Scope } from '../base/scopes.ts'
import { type Database, readsWithin, type Writes } from '../database/database.ts'
import { type PageRange, toLimit, toList } from '../http/record.schema.ts'
import { type ApiKey, keyStatus, mintKey, shownPrefix } from './api-key.ts'
import type { KeyUsage } from './key-usage.ts'
import type { ApiKeyView, KeyChange, NewKey } from './keys.schema.ts'
import { countKeys, findKey, insertKey, listKeys, replaceSecret, revokeKey, updateKey } from './keys.store.ts'

const defaultLifetimeMs = 365 * 24 * 60 * 60 * 1000

/** A key with its secret, `key`, which is returned once and cannot be read again. */
interface SecretResponse {
  readonly doc: ApiKeyView
  readonly key: string
}

/** Creates a key. `wanted` has been validated by its schema. */
export async function createKey(
  writes: Writes,
  parts: { clock: Clock; random: RandomBytes },
  space: SpaceId,
  wanted: NewKey & { readonly createdBy: string; readonly by?: Actor },
): Promise<SecretResponse> {
  const now = parts.clock()
  const key = mintKey(parts.random)
  const record: ApiKey = {
    id: newId(parts.random),
    space,
    name: wanted.name,
    prefix: shownPrefix(key),
    scopes: wanted.scopes ?? ['content.read'],
    createdAt: now,
    createdBy: wanted.createdBy,
    updatedAt: now,
    expiresAt: wanted.expiresAt === undefined ? now + defaultLifetimeMs : wanted.expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  }
  await insertKey(writes, record, hashSecret(key))
  if (wanted.by) await recordKey(writes, record, { at: now, by: wanted.by, action: 'key.create' })
  return { doc: toApiKeyView(record, now), key }
}

/** Records an action on a key, with its name, in the activity of the space. */
export async function recordKey(
  writes: Writes,
  { id, name, space }: Pick<ApiKey, 'id' | 'name' | 'space'>,
  { at, by, action }: { readonly at: number; readonly by: Actor; readonly action: SpaceAction },
): Promise<void> {
  await recordSpaceActivity(writes, space, { at, by: toActorText(by), action, detail: { key: id, name } })
}

interface KeysParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  readonly usage: KeyUsage
}

export type Keys = ReturnType<typeof createKeys>

/**
 * Manages the keys of the caller's space. An id that is malformed (null), unknown or of another space always results in
 * `api_key_not_found`.
 */
export function createKeys({ database, clock, random, usage }: KeysParts) {
  const view = (key: ApiKey) => toApiKeyView(usage.withLastUse(key), clock())
  /** Runs a write on behalf of a caller. */
  const writeAs = <Result>(
    caller: Member,
    work: (writes: Writes, caller: Member) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async writes =>
      work(writes, await requireRight(writes, caller, 'keys.manage', clock)),
    )
  return {
    list: (space: SpaceId, range: PageRange) =>
      database.snapshot(space, async reads => {
        const keys = await listKeys(reads, space, toLimit(range))
        return toList(keys.map(view), await countKeys(reads, space), range)
      }),

    create: (caller: Member, wanted: NewKey): Promise<SecretResponse> =>
      writeAs(caller, (writes, { space, email }) =>
        createKey(writes, { clock, random }, space, { ...wanted, createdBy: email, by: toActor(caller) }),
      ),

    /** Changes a key. Without differences it writes nothing, not even `updatedAt`. */
    change: (caller: Member, id: string | null, change: KeyChange): Promise<ApiKeyView> =>
      writeAs(caller, async (writes, { space }) => {
        const wanted = requireId(id)
        const changed =
          Object.keys(change).length > 0 ? await updateKey(writes, space, wanted, change, clock()) : null
        if (changed) {
          await recordKey(writes, changed, { at: clock(), by: toActor(caller), action: 'key.update' })
          return view(changed)
        }
        const unchanged = await getUnrevoked(writes, space, wanted)
        requireKind(change.scopes ?? [], unchanged)
        return view(unchanged)
      }),

    /** Replaces the secret. The current one is accepted until the overlap ends, but never beyond the key's expiry. */
    rotate: (caller: Member, id: string | null, overlapSeconds: number): Promise<SecretResponse> =>
      writeAs(caller, async (writes, { space }) => {
        const wanted = requireId(id)
        const { expiresAt } = await getUnrevoked(writes, space, wanted)
        const now = clock()
        const key = mintKey(random)
        const overlapEndsAt = Math.min(now + overlapSeconds * 1000, expiresAt ?? Number.MAX_SAFE_INTEGER)
        const secret = { hash: hashSecret(key), prefix: shownPrefix(key), overlapEndsAt, now }
        const rotated = await replaceSecret(writes, space, wanted, secret)
        if (!rotated) throw notFound()
        await recordKey(writes, rotated, { at: now, by: toActor(caller), action: 'key.rotate' })
        return { doc: view(rotated), key }
      }),

    /** Revokes a key permanently. Revoking it again changes nothing. */
    revoke: (caller: Member, id: string | null): Promise<ApiKeyView> =>
      database.urgentTransaction(async writes => {
        const { space } = await requireRight(writes, caller, 'keys.manage', clock)
        const now = clock()
        const before = id === null ? null : await findKey(readsWithin(writes), space, id)
        const revoked = await revokeKey(writes, space, requireId(id), now)
        if (!revoked) throw notFound()
        if (before?.revokedAt === null) {
          await recordKey(writes, revoked, { at: now, by: toActor(caller), action: 'key.revoke' })
        }
        return view(revoked)
      }),
  }
}

/**
 * Returns the key, or throws the reason why an update by space and id found no row: it does not exist, or it is revoked.
 */
async function getUnrevoked(writes: Writes, space: SpaceId, id: string): Promise<ApiKey> {
  const key = await findKey(readsWithin(writes), space, id)
  if (!key) throw notFound()
  if (key.revokedAt === null) return key
  throw new Problem('api_key_revoked', 'This API key was revoked, which is permanent. Create a new one.', {
    status: 409,
  })
}

function requireKind(wanted: readonly Scope[], { scopes: [current] }: ApiKey): void {
  if (current === undefined || wanted.every(scope => kindOf(scope) === kindOf(current))) return
  const message = `must stay ${describeKind(kindOf(current))}: an API key keeps its kind`
  throw new Problem('invalid_body', `scopes ${message}. Create another API key for the other kind.`, {
    errors: [{ in: 'body', name: 'scopes', message }],
  })
}

function requireId(id: string | null): string {
  if (id === null) throw notFound()
  return id
}

function notFound(): Problem {
  return new Problem('api_key_not_found', 'The current space has no API key with this id.')
}

export function toApiKeyView(key: ApiKey, now: number): ApiKeyView {
  const time = (value: number | null) => (value === null ? null : toTimestamp(value))
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    status: keyStatus(key, now),
    createdAt: toTimestamp(key.createdAt),
    createdBy: key.createdBy,
    updatedAt: toTimestamp(key.updatedAt),
    expiresAt: time(key.expiresAt),
    lastUsedAt: time(key.lastUsedAt),
    revokedAt: time(key.revokedAt),
  }
}
