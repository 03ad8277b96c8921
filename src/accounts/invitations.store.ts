// The statements of invitations. An expired one is as good as none, and is cleared away when the space invites again.
import type { SpaceId } from '../base/ids.ts'
import { toSpaceId } from '../base/ids.ts'
import type { Role } from '../base/member.ts'
import { query, type Reads, type Writes } from '../database/database.ts'

export interface Invitation {
  readonly id: string
  readonly space: SpaceId
  readonly email: string
  readonly role: Role
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

const columns = ['id', 'space', 'email', 'role', 'created_by', 'created_at', 'expires_at'] as const

/** In place of an earlier one for the same e-mail, whose link works no more. */
export async function insertInvitation(writes: Writes, invitation: Invitation, hash: string): Promise<void> {
  const { id, space, email, role, createdBy, createdAt, expiresAt } = invitation
  await writes
    .deleteFrom('invitation')
    .where('space', '=', space)
    .where(eb => eb.or([eb('email', '=', email), eb('expires_at', '<=', createdAt)]))
    .execute()
  await writes
    .insertInto('invitation')
    .values({
      id,
      space,
      email,
      role,
      hash,
      created_by: createdBy,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

/** By the hash of its link's token: where who is no member yet gets the SpaceId that they are invited to. */
export async function findInvitationByHash(
  reads: Reads,
  hash: string,
  now: number,
): Promise<Invitation | null> {
  const row = await reads.first(
    query.selectFrom('invitation').select(columns).where('hash', '=', hash).where('expires_at', '>', now),
  )
  return row ? toInvitation(row) : null
}

/** Newest first. */
export async function listInvitations(
  reads: Reads,
  space: SpaceId,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): Promise<Invitation[]> {
  const rows = await reads.all(
    query
      .selectFrom('invitation')
      .select(columns)
      .where('space', '=', space)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(toInvitation)
}

export async function countInvitations(reads: Reads, space: SpaceId, now: number): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('invitation')
      .select(query.fn.countAll<number>().as('count'))
      .where('space', '=', space)
      .where('expires_at', '>', now),
  )
  return Number(row?.count ?? 0)
}

/** What was deleted, or null where there was none: of two who take it at once, one gets it. */
export async function takeInvitation(
  writes: Writes,
  space: SpaceId,
  id: string,
  now: number,
): Promise<Invitation | null> {
  const row = await writes
    .deleteFrom('invitation')
    .where('space', '=', space)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()
  return row ? toInvitation(row) : null
}

interface InvitationRow {
  readonly id: string
  readonly space: string
  readonly email: string
  readonly role: string
  readonly created_by: string
  readonly created_at: number
  readonly expires_at: number
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    space: toSpaceId(row.space),
    email: row.email,
    role: row.role as Role,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
