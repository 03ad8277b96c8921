// SQL statements for invitations. An invitation is valid until it expires or its inviter loses the right to make it.
// Invalid ones are treated as missing, and deleted when the space invites again.
import { rolesWith } from '../access/rights.ts'
import type { Role } from '../base/caller.ts'
import { type SpaceId, toSpaceId } from '../base/ids.ts'
import { query, type Reads, type Writes } from '../database/database.ts'

export interface Invitation {
  readonly id: string
  readonly space: SpaceId
  readonly email: string
  readonly role: Role
  /** E-mail of the inviter. */
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Replaces an earlier invitation for the same e-mail, whose link is then invalid. `inviter` is a user's id. */
export async function insertInvitation(
  writes: Writes,
  { id, space, email, role, createdAt, expiresAt }: Invitation,
  { inviter, hash }: { inviter: string; hash: string },
): Promise<void> {
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
      created_by: inviter,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Finds an invitation by the hash of the link's token. Gives a person who is not yet a member the SpaceId of the
 * invitation.
 */
export async function findInvitationByHash(
  reads: Reads,
  hash: string,
  now: number,
): Promise<Invitation | null> {
  const row = await reads.first(invitations(now).where('invitation.hash', '=', hash))
  return row ? toInvitation(row) : null
}

/** Returns null also for a malformed id. */
export async function findInvitation(
  reads: Reads,
  space: SpaceId,
  by: { readonly id: string | null } | { readonly email: string },
  now: number,
): Promise<Invitation | null> {
  const own = invitations(now).where('invitation.space', '=', space)
  if ('id' in by && by.id === null) return null
  const row = await reads.first(
    'email' in by ? own.where('invitation.email', '=', by.email) : own.where('invitation.id', '=', by.id),
  )
  return row ? toInvitation(row) : null
}

/** Lists invitations, newest first. */
export async function listInvitations(
  reads: Reads,
  space: SpaceId,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): Promise<Invitation[]> {
  const rows = await reads.all(
    invitations(now)
      .where('invitation.space', '=', space)
      .orderBy('invitation.created_at', 'desc')
      .orderBy('invitation.id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(toInvitation)
}

export async function countInvitations(reads: Reads, space: SpaceId, now: number): Promise<number> {
  const row = await reads.first(
    open(now).where('invitation.space', '=', space).select(query.fn.countAll<number>().as('count')),
  )
  return Number(row?.count ?? 0)
}

export async function deleteInvitation(writes: Writes, space: SpaceId, id: string): Promise<void> {
  await writes.deleteFrom('invitation').where('space', '=', space).where('id', '=', id).execute()
}

/** Selects valid invitations: the inviter is still a member whose role may grant the role of the invitation. */
function open(now: number) {
  return query
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.created_by')
    .innerJoin('member', join =>
      join.onRef('member.space', '=', 'invitation.space').onRef('member.user', '=', 'invitation.created_by'),
    )
    .where('invitation.expires_at', '>', now)
    .where('member.role', 'in', rolesWith('members.manage'))
    .where(eb => eb.or([eb('member.role', '=', 'owner'), eb('invitation.role', '!=', 'owner')]))
}

function invitations(now: number) {
  return open(now).select([
    'invitation.id',
    'invitation.space',
    'invitation.email',
    'invitation.role',
    'invitation.created_at as createdAt',
    'invitation.expires_at as expiresAt',
    'user.email as createdBy',
  ])
}

function toInvitation(row: Omit<Invitation, 'space' | 'role'> & { space: string; role: string }): Invitation {
  return { ...row, space: toSpaceId(row.space), role: row.role as Role }
}
