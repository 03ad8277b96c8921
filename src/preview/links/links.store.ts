// SQL statements for the tokens of previews. Only this file writes them. Hashes are written and never returned.
import type { Role } from '../../base/caller.ts'
import { type SpaceId, toSpaceId } from '../../base/ids.ts'
import { isIn, prepare, query, type Reads, type Writes } from '../../database/database.ts'
import type { PreviewLink, PreviewLinkInUse } from './preview-link.ts'

/** Selects tokens with the membership of their makers and with their sessions, as they are at this moment. */
function selectLinks() {
  return query
    .selectFrom('preview_link as link')
    .leftJoin('member', join =>
      join.onRef('member.space', '=', 'link.space').onRef('member.user', '=', 'link.created_by'),
    )
    .leftJoin('user', 'user.id', 'link.created_by')
    .leftJoin('session', 'session.id', 'link.session')
    .select(['link.id', 'link.space', 'link.entries', 'link.label', 'link.session', 'link.hash'])
    .select(['link.created_by as maker', 'link.created_at as createdAt', 'link.expires_at as expiresAt'])
    .select(['link.revoked_at as revokedAt', 'user.email as makerEmail', 'member.role as makerRole'])
    .select(['member.created_at as memberSince', 'session.expires_at as sessionExpiresAt'])
}

const linksByHash = prepare(({ hashes }: { hashes: readonly string[] }) =>
  selectLinks().where(isIn('link.hash', hashes)),
)

/** Finds tokens by their hashes, which determines the space of a request. A hash without a token is missing. */
export async function findLinksByHash(
  reads: Reads,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PreviewLinkInUse>> {
  const rows = await reads.all(linksByHash({ hashes }))
  return new Map(rows.map(row => [row.hash, toLink(row)]))
}

/** Lists the shared links of a space, newest first, then by id. */
export async function listSharedLinks(
  reads: Reads,
  space: SpaceId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly PreviewLinkInUse[]> {
  const rows = await reads.all(
    selectLinks()
      .where('link.space', '=', space)
      .where('link.session', 'is', null)
      .orderBy('link.created_at', 'desc')
      .orderBy('link.id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(toLink)
}

/** Returns null if the space has no shared link with this id. */
export async function findSharedLink(
  reads: Reads,
  space: SpaceId,
  id: string,
): Promise<PreviewLinkInUse | null> {
  const row = await reads.first(
    selectLinks().where('link.space', '=', space).where('link.id', '=', id).where('link.session', 'is', null),
  )
  return row ? toLink(row) : null
}

export async function countSharedLinks(reads: Reads, space: SpaceId): Promise<number> {
  const row = await reads.first(countLinks(space, null))
  return Number(row?.count ?? 0)
}

/** Counts the shared links of a space, or the tokens of a session, that have neither expired nor been revoked. */
export async function countActiveLinks(
  reads: Reads,
  space: SpaceId,
  session: string | null,
  now: number,
): Promise<number> {
  const row = await reads.first(
    countLinks(space, session).where('revoked_at', 'is', null).where('expires_at', '>', now),
  )
  return Number(row?.count ?? 0)
}

function countLinks(space: SpaceId, session: string | null) {
  const links = query.selectFrom('preview_link').where('space', '=', space)
  const ofOne = session === null ? links.where('session', 'is', null) : links.where('session', '=', session)
  return ofOne.select(query.fn.countAll<number>().as('count'))
}

export async function insertLink(writes: Writes, link: PreviewLink, hash: string): Promise<void> {
  const { id, space, entries, label, session } = link
  await writes
    .insertInto('preview_link')
    .values({
      ...{ space, id, hash, label, session },
      entries: entries && JSON.stringify(entries),
      created_by: link.maker,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      revoked_at: link.revokedAt,
    })
    .execute()
}

/** Revokes a shared link. One that was revoked before keeps the time of its revocation. */
export async function revokeLink(writes: Writes, space: SpaceId, id: string, now: number): Promise<void> {
  await writes
    .updateTable('preview_link')
    .set({ revoked_at: now })
    .where('space', '=', space)
    .where('id', '=', id)
    .where('session', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** An expired token is stored for this time, so that a request with it is told that it has expired. */
const retentionMs = 30 * 24 * 60 * 60 * 1000

/** Deletes tokens of all spaces that expired long ago. */
export async function deleteOldLinks(writes: Writes, now: number): Promise<void> {
  await writes
    .deleteFrom('preview_link')
    .where('expires_at', '<=', now - retentionMs)
    .execute()
}

interface LinkRow extends Omit<PreviewLink, 'space' | 'entries'> {
  readonly space: string
  readonly entries: string | null
  readonly makerRole: string | null
  readonly memberSince: number | null
  readonly sessionExpiresAt: number | null
}

function toLink(row: LinkRow): PreviewLinkInUse {
  return {
    id: row.id,
    space: toSpaceId(row.space),
    entries: row.entries === null ? null : (JSON.parse(row.entries) as string[]),
    label: row.label,
    session: row.session,
    maker: row.maker,
    makerEmail: row.makerEmail,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    membership: row.makerRole === null ? null : { role: row.makerRole as Role, since: row.memberSince ?? 0 },
    sessionExpiresAt: row.sessionExpiresAt,
  }
}
