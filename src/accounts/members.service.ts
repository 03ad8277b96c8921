// Manages members and invitations, for owners and admins. Only owners may add, change or remove owners, and the last
// owner of a space cannot be removed or demoted.
import { requireRight } from '../access/require-right.store.ts'
import { recordSpaceActivity, type SpaceAction } from '../access/space-activity.store.ts'
import { type Member, type Role, toActor, toActorText } from '../base/caller.ts'
import { type Clock, toTimestamp } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import { newId, type RandomBytes, type SpaceId } from '../base/ids.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../database/database.ts'
import { type PageRange, toLimit, toList } from '../http/record.schema.ts'
import type { InvitationView, MemberView } from './accounts.schema.ts'
import { hashToken, newToken } from './credentials.ts'
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
} from './invitations.store.ts'
import {
  countMembers,
  deleteMember,
  findMember,
  listMembers,
  listSpacesOf,
  type MemberRow,
  saveMember,
} from './members.store.ts'
import { isLastOwner } from './users.service.ts'
import { deleteUser, findUserByEmail } from './users.store.ts'

const invitationMs = 7 * 24 * 60 * 60 * 1000
const invitationsMax = 1000

interface MembersParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
}

export type Members = ReturnType<typeof createMembers>

export function createMembers({ database, clock, random }: MembersParts) {
  /** Runs a write on behalf of a caller. `work` receives the caller with their role at that time. */
  const writeAs = <Result>(
    caller: Member,
    work: (writes: Writes, caller: Member) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async writes =>
      work(writes, await requireRight(writes, caller, 'members.manage', clock)),
    )
  const record = (
    writes: Writes,
    caller: Member,
    action: SpaceAction,
    detail: { readonly email: string; readonly role?: Role },
  ) => {
    const by = toActorText(toActor(caller))
    return recordSpaceActivity(writes, caller.space, { at: clock(), by, action, detail })
  }
  return {
    list: (space: SpaceId, range: PageRange) =>
      database.snapshot(space, async reads => {
        const rows = await listMembers(reads, space, toLimit(range))
        return toList(rows.map(toMemberView), await countMembers(reads, space), range)
      }),

    /** Returns the member after the change. */
    changeRole: (principal: Member, user: string | null, role: Role): Promise<MemberView> =>
      writeAs(principal, async (writes, caller) => {
        const member = await getMember(writes, caller, user)
        if (role === 'owner' && caller.role !== 'owner') throw ownersOnly()
        if (role !== 'owner' && (await isLastOwner(writes, caller.space, member.id))) throw lastOwner()
        await saveMember(writes, { space: caller.space, user: member.id, role, now: clock() })
        if (role !== member.role) {
          await record(writes, caller, 'member.update', { email: member.email, role })
        }
        return toMemberView({ ...member, role })
      }),

    /** Removes a member. A user who is in no other space is deleted altogether. */
    remove: (principal: Member, user: string | null): Promise<MemberView> =>
      writeAs(principal, async (writes, caller) => {
        const member = await getMember(writes, caller, user)
        if (await isLastOwner(writes, caller.space, member.id)) throw lastOwner()
        await deleteMember(writes, caller.space, member.id)
        await record(writes, caller, 'member.remove', { email: member.email })
        const others = await listSpacesOf(readsWithin(writes), member.id)
        if (others.length === 0) await deleteUser(writes, member.id)
        return toMemberView(member)
      }),

    listInvitations: (space: SpaceId, range: PageRange) =>
      database.snapshot(space, async reads => {
        const now = clock()
        const rows = await listInvitations(reads, space, { ...toLimit(range), now })
        return toList(rows.map(toInvitationView), await countInvitations(reads, space, now), range)
      }),

    /**
     * Creates an invitation. Its token is for the link and cannot be read again. An earlier link for the e-mail becomes
     * invalid.
     */
    invite: async (principal: Member, wanted: { email: string; role: Role }) => {
      const token = newToken(random)
      const now = clock()
      const invitation: Invitation = {
        id: newId(random),
        space: principal.space,
        email: wanted.email,
        role: wanted.role,
        createdBy: principal.email,
        createdAt: now,
        expiresAt: now + invitationMs,
      }
      await writeAs(principal, async (writes, caller) => {
        if (wanted.role === 'owner' && caller.role !== 'owner') throw ownersOnly()
        const reads = readsWithin(writes)
        if (await isMember(reads, caller.space, wanted.email)) throw memberExists()
        requireOwnerFor(caller, await findInvitation(reads, caller.space, wanted, now))
        await insertInvitation(writes, invitation, { inviter: caller.userId, hash: hashToken(token) })
        if ((await countInvitations(reads, caller.space, now)) > invitationsMax) throw tooManyInvitations()
        await record(writes, caller, 'member.invite', { email: wanted.email, role: wanted.role })
      })
      return { doc: toInvitationView(invitation), token }
    },

    withdraw: (principal: Member, id: string | null): Promise<InvitationView> =>
      writeAs(principal, async (writes, caller) => {
        const invitation = await findInvitation(readsWithin(writes), caller.space, { id }, clock())
        if (!invitation) {
          throw new Problem('invitation_not_found', 'The space has no open invitation with this id.')
        }
        requireOwnerFor(caller, invitation)
        await deleteInvitation(writes, caller.space, invitation.id)
        await record(writes, caller, 'member.withdraw', { email: invitation.email })
        return toInvitationView(invitation)
      }),
  }
}

/**
 * Throws unless the caller is an owner, or the invitation is not for an owner. Only owners may replace or withdraw those.
 */
function requireOwnerFor(caller: Member, invitation: Invitation | null): void {
  if (invitation?.role === 'owner' && caller.role !== 'owner') throw ownersOnly()
}

async function isMember(reads: Reads, space: SpaceId, email: string): Promise<boolean> {
  const user = await findUserByEmail(reads, email)
  return user !== null && (await findMember(reads, space, user.id)) !== null
}

async function getMember(writes: Writes, caller: Member, user: string | null): Promise<MemberRow> {
  const member = user === null ? null : await findMember(readsWithin(writes), caller.space, user)
  if (!member) throw new Problem('member_not_found', 'The space has no member with this id.')
  if (member.role === 'owner' && caller.role !== 'owner') throw ownersOnly()
  return member
}

function toMemberView({ id, email, role, joinedAt }: MemberRow): MemberView {
  return { id, email, role, joinedAt: toTimestamp(joinedAt) }
}

function toInvitationView({ id, email, role, createdBy, createdAt, expiresAt }: Invitation): InvitationView {
  const [created, expires] = [toTimestamp(createdAt), toTimestamp(expiresAt)]
  return { id, email, role, createdAt: created, createdBy, expiresAt: expires }
}

function ownersOnly(): Problem {
  return new Problem('role_required', 'Only an owner can add, change or remove owners.')
}

function lastOwner(): Problem {
  return new Problem(
    'last_owner',
    'That would leave the space without an owner. Make somebody else an owner first.',
  )
}

function memberExists(): Problem {
  return new Problem('member_exists', 'The user with this e-mail is already a member of the space.')
}

function tooManyInvitations(): Problem {
  const errors = [{ in: 'body', name: 'email', message: 'is one too many' }] as const
  return new Problem('invalid_body', `A space can have ${invitationsMax} open invitations. Withdraw some.`, {
    errors,
  })
}
