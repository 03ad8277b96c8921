// SQL statements for members. members.service.ts checks authorization.
import type { Role } from '../base/caller.ts'
import { type SpaceId, toSpaceId } from '../base/ids.ts'
import { execute, forShare, prepare, query, type Reads, type Writes } from '../database/database.ts'

export interface MemberRow {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: number
}

interface SpaceOfUser {
  readonly id: SpaceId
  readonly slug: string
  readonly name: string
  readonly role: Role
}

/** A user's membership of a space. */
export interface Membership {
  readonly space: SpaceId
  readonly role: Role
}

/**
 * Returns the membership in the session's current space, which gives the request its SpaceId. Null if the user is not a
 * member.
 */
export async function findMembership(reads: Reads, user: string, space: string): Promise<Membership | null> {
  const row = await reads.first(membership({ user, space }))
  return row ? { space: toSpaceId(space), role: row.role as Role } : null
}

const membership = prepare(({ user, space }: { user: string; space: string }) =>
  query.selectFrom('member').select('role').where('space', '=', space).where('user', '=', user),
)

/**
 * Returns the membership in the space with the slug of a request. Null if the user is not a member or the space does not
 * exist.
 */
export async function findMembershipBySlug(
  reads: Reads,
  user: string,
  slug: string,
): Promise<Membership | null> {
  const row = await reads.first(membershipBySlug({ user, slug }))
  return row ? { space: toSpaceId(row.space), role: row.role as Role } : null
}

const membershipBySlug = prepare(({ user, slug }: { user: string; slug: string }) =>
  query
    .selectFrom('space')
    .innerJoin('member', 'member.space', 'space.id')
    .select(['member.space', 'member.role'])
    .where('space.slug', '=', slug)
    .where('member.user', '=', user),
)

/** Returns the space that the user joined first, or null. */
export async function findFirstSpaceOf(reads: Reads, user: string): Promise<string | null> {
  const [first] = await listSpacesOf(reads, user)
  return first?.id ?? null
}

/** Lists the spaces of a user, oldest membership first. */
export async function listSpacesOf(reads: Reads, user: string): Promise<SpaceOfUser[]> {
  const rows = await reads.all(
    query
      .selectFrom('member')
      .innerJoin('space', 'space.id', 'member.space')
      .select(['space.id', 'space.slug', 'space.name', 'member.role'])
      .where('member.user', '=', user)
      .orderBy('member.created_at')
      .orderBy('space.slug'),
  )
  return rows.map(row => ({ ...row, id: toSpaceId(row.id), role: row.role as Role }))
}

/** Returns the user's roles in all spaces. On PostgreSQL no transaction changes them before this one has ended. */
export async function lockRolesOf(writes: Writes, user: string): Promise<Role[]> {
  const rows = await execute(writes, rolesOf({ user }))
  return rows.map(({ role }) => role as Role)
}

const rolesOf = prepare(({ user }: { user: string }) =>
  query.selectFrom('member').select('role').where('user', '=', user).modifyEnd(forShare),
)

/** Lists the members, oldest membership first. */
export async function listMembers(
  reads: Reads,
  space: SpaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> {
  const rows = await reads.all(
    selectMembers(space).orderBy('member.created_at').orderBy('user.email').limit(limit).offset(offset),
  )
  return rows.map(row => ({ ...row, role: row.role as Role }))
}

export async function countMembers(reads: Reads, space: SpaceId): Promise<number> {
  const row = await reads.first(
    query.selectFrom('member').select(query.fn.countAll<number>().as('count')).where('space', '=', space),
  )
  return Number(row?.count ?? 0)
}

export async function findMember(reads: Reads, space: SpaceId, user: string): Promise<MemberRow | null> {
  const row = await reads.first(selectMembers(space).where('member.user', '=', user))
  return row ? { ...row, role: row.role as Role } : null
}

function selectMembers(space: SpaceId) {
  return query
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user')
    .select(['user.id', 'user.email', 'member.role', 'member.created_at as joinedAt'])
    .where('member.space', '=', space)
}

/** Adds the member, or changes the role of an existing one. */
export async function saveMember(
  writes: Writes,
  member: { space: SpaceId; user: string; role: Role; now: number },
): Promise<void> {
  await writes
    .insertInto('member')
    .values({ space: member.space, user: member.user, role: member.role, created_at: member.now })
    .onConflict(conflict => conflict.columns(['space', 'user']).doUpdateSet({ role: member.role }))
    .execute()
}

export async function deleteMember(writes: Writes, space: SpaceId, user: string): Promise<void> {
  await writes.deleteFrom('member').where('space', '=', space).where('user', '=', user).execute()
}

/** Checks whether the space has an owner other than this user. */
export async function hasOtherOwner(reads: Reads, space: SpaceId, user: string): Promise<boolean> {
  const row = await reads.first(
    query
      .selectFrom('member')
      .select('user')
      .where('space', '=', space)
      .where('role', '=', 'owner')
      .where('user', '!=', user)
      .limit(1),
  )
  return row !== undefined
}
