// A token of previews: its record, whose right it needs, and until when it is valid. No SQL statements and no HTTP here.
import { type Right, rolesWith } from '../../access/rights.ts'
import { mintSecret } from '../../access/secrets.ts'
import type { Role } from '../../base/caller.ts'
import type { RandomBytes, SpaceId } from '../../base/ids.ts'
import { previewTokenPrefix } from '../../http/cors.ts'

export const linkStatuses = ['active', 'expired', 'revoked'] as const
type LinkStatus = (typeof linkStatuses)[number]

/** The membership of a maker. */
interface MakerMembership {
  readonly role: Role
  readonly since: number
}

export interface PreviewLink {
  readonly id: string
  readonly space: SpaceId
  /** The ids of the entries whose drafts are shown; null means all drafts. */
  readonly entries: readonly string[] | null
  readonly label: string | null
  /** The session that the token ends with; null for a shared link. */
  readonly session: string | null
  /** The id of the user who made it. */
  readonly maker: string
  /** Null if that user no longer exists. */
  readonly makerEmail: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
}

/** A token with what it depends on, as it is at this moment. */
export interface PreviewLinkInUse extends PreviewLink {
  /** Null if the maker is no longer a member of the space. */
  readonly membership: MakerMembership | null
  /** The time when its session expires; null if it has none, or the session has ended. */
  readonly sessionExpiresAt: number | null
}

export function mintToken(random: RandomBytes): string {
  return mintSecret(previewTokenPrefix, random)
}

/** Returns the right that the maker of a token needs, as long as it is used. */
export function rightFor({ entries, session }: Pick<PreviewLink, 'entries' | 'session'>): Right {
  if (session !== null) return 'read'
  return entries === null ? 'previews.manage' : 'write'
}

/** Returns the status. A revoked token stays revoked regardless of its expiry. */
export function linkStatus(link: PreviewLinkInUse, now: number): LinkStatus {
  if (link.revokedAt !== null || !isSupported(link, now)) return 'revoked'
  return link.expiresAt <= now ? 'expired' : 'active'
}

/** Checks whether the session and the right that a token depends on still exist. A later membership does not count. */
function isSupported(link: PreviewLinkInUse, now: number): boolean {
  const { membership, session, sessionExpiresAt, createdAt } = link
  if (session !== null && (sessionExpiresAt === null || sessionExpiresAt <= now)) return false
  if (membership === null || membership.since > createdAt) return false
  return rolesWith(rightFor(link)).includes(membership.role)
}
