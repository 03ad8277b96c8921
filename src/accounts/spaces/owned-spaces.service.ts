// Lets signed-in users create, read and change spaces. The command line creates spaces without an owner: spaces.service.ts.
import { roleRequired } from '../../access/access-problems.ts'
import { requireRight, requireSession } from '../../access/require-right.store.ts'
import { rolesWith } from '../../access/rights.ts'
import { recordSpaceActivity } from '../../access/space-activity.store.ts'
import { type Role, toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { findMembershipBySlug, lockRolesOf, type Membership, saveMember } from '../members.store.ts'
import { type SessionUser, spaceNotFound } from '../sessions.service.ts'
import type { NewSpace } from './spaces.schema.ts'
import { newSpace, recordNewSpace, toSpaceSlug, toSpaceView } from './spaces.service.ts'
import { findSpaceById, insertSpace, type Space, type SpaceChange, updateSpace } from './spaces.store.ts'

interface OwnedSpacesParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
}

/** The maximum number of spaces of a user. `slugsTried` is the maximum number of slugs that are tried for a new one. */
const ownedMax = 100
const slugsTried = 100

export type OwnedSpaces = ReturnType<typeof createOwnedSpaces>

export function createOwnedSpaces(parts: OwnedSpacesParts) {
  const { database, clock } = parts
  return {
    create: (user: SessionUser, wanted: NewSpace) =>
      database.transaction(async writes => {
        await requireSession(writes, user.sessionId)
        const roles = await lockRolesOf(writes, user.id)
        requireCreator(roles)
        if (roles.filter(role => role === 'owner').length >= ownedMax) throw tooManySpaces()
        const space = await insertAt(writes, parts, wanted, toSlugs(wanted))
        await saveMember(writes, { space: space.id, user: user.id, role: 'owner', now: clock() })
        await recordNewSpace(writes, space, { kind: 'user', name: user.email })
        return toSpaceView(space)
      }),

    /** Returns a space of the user. The error is the same for another user's space and a missing one. */
    get: async (user: SessionUser, slug: string | null) => {
      const { space } = await getMembership(database.reads, user, slug)
      const found = await findSpaceById(database.reads, space)
      if (found === null) throw spaceNotFound()
      return toSpaceView(found)
    },

    /** Changes the properties that are given. `ownOrigin` is that of the dashboard, which is no preview site. */
    change: (user: SessionUser, slug: string | null, change: SpaceChange, ownOrigin: string) =>
      database.transaction(async writes => {
        const membership = await getMembership(readsWithin(writes), user, slug)
        const member = {
          kind: 'user',
          ...{ sessionId: user.sessionId, userId: user.id, email: user.email },
          ...membership,
        } as const
        const { space } = await requireRight(writes, member, 'spaces.change', clock)
        requireValidChange(change, ownOrigin)
        const changed = await updateSpace(writes, space, change)
        await recordSpaceActivity(writes, space, {
          ...{ at: clock(), by: toActorText({ kind: 'user', name: user.email }) },
          ...{ action: 'space.update', detail: toDetail(change) },
        })
        return toSpaceView(changed)
      }),
  }
}

async function getMembership(reads: Reads, user: SessionUser, slug: string | null): Promise<Membership> {
  const membership = slug === null ? null : await findMembershipBySlug(reads, user.id, slug)
  if (membership === null) throw spaceNotFound()
  return membership
}

/** A page of the dashboard's own origin could act with the session of the editor who sees it. */
function requireValidChange({ name, previewSites }: SpaceChange, ownOrigin: string): void {
  if (name === undefined && previewSites === undefined) {
    throw invalid('name', 'is required if there is no previewSites')
  }
  const index = previewSites?.findIndex(({ url }) => url === ownOrigin) ?? -1
  if (index < 0) return
  throw invalid(`/previewSites/${index}/url`, "must not be the dashboard's own origin")
}

/** Names the sites by their URLs in the activity of the space. */
function toDetail({ name, previewSites }: SpaceChange): object {
  return {
    ...(name !== undefined && { name }),
    ...(previewSites !== undefined && { previewSites: previewSites.map(({ url }) => url) }),
  }
}

/** Throws unless one of the user's roles, in any space, grants the right to create spaces. */
export function requireCreator(roles: readonly Role[]): void {
  const allowed = rolesWith('spaces.create')
  if (!roles.some(role => allowed.includes(role))) throw roleRequired(allowed, 'a space')
}

/** Returns the slug in the request, or else the slug of the name, followed by numbered ones. */
function toSlugs({ name, slug }: NewSpace): readonly string[] {
  if (slug !== undefined) return [slug]
  const made = toSpaceSlug(name)
  if (made === null) {
    throw invalid('slug', 'is required, because the name has no letter from a to z and no digit')
  }
  // Leaves space for the number.
  const start = made.slice(0, 60).replace(/-+$/, '')
  const numbered = Array.from({ length: slugsTried - 1 }, (_, index) => `${start}-${index + 2}`)
  return [made, ...numbered]
}

async function insertAt(
  writes: Writes,
  parts: OwnedSpacesParts,
  { name }: NewSpace,
  slugs: readonly string[],
): Promise<Space> {
  for (const slug of slugs) {
    const space = newSpace(parts, { slug, name })
    if (await insertSpace(writes, space)) return space
  }
  throw new Problem('space_exists', `The slug ${slugs[0]} is taken. Choose another one.`)
}

function tooManySpaces(): Problem {
  return invalid('name', 'is one too many', `You can own ${ownedMax} spaces. Ask a co-owner to create it.`)
}

function invalid(name: string, message: string, detail = `${name} ${message}.`): Problem {
  return new Problem('invalid_body', detail, { errors: [{ in: 'body', name, message }] })
}
