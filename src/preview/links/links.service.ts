// Makes, lists and revokes the tokens of previews, for members with a session.
import { assertRights, roleRequired } from '../../access/access-problems.ts'
import { requireRight } from '../../access/require-right.store.ts'
import { rightsOf, rolesWith } from '../../access/rights.ts'
import { hashSecret } from '../../access/secrets.ts'
import { recordSpaceActivity, type SpaceAction } from '../../access/space-activity.store.ts'
import { type Member, toActor, toActorText } from '../../base/caller.ts'
import { type Clock, toTimestamp } from '../../base/clock.ts'
import { type FieldError, Problem } from '../../base/errors.ts'
import { newId, type RandomBytes, type SpaceId } from '../../base/ids.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { readPreviewSites } from '../../content/model/preview-sites.store.ts'
import { fillPreviewUrl, findSiteOf } from '../../content/model/preview-url.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { invalidBody } from '../../http/body.ts'
import { type PageRange, toLimit, toList } from '../../http/record.schema.ts'
import { type EntryAddress, readDraftAddresses } from '../shown-entries.store.ts'
import { findMixedFields, type LinkView, type NewLink, secondsOf } from './links.schema.ts'
import {
  countActiveLinks,
  countSharedLinks,
  findSharedLink,
  insertLink,
  listSharedLinks,
  revokeLink,
} from './links.store.ts'
import { linkStatus, mintToken, type PreviewLink, type PreviewLinkInUse, rightFor } from './preview-link.ts'

export interface LinkParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
}

/** The maximum of active shared links in a space, and of active tokens of a session in it. */
const activeMax = { shared: 1000, own: 100 } as const

/** Makes a token, which is returned once and cannot be read again. `wanted` has been validated by its schema. */
export async function createLink(parts: LinkParts, caller: Member, wanted: NewLink) {
  const { database, clock, random } = parts
  const { space, sessionId, userId, email } = caller
  const entries = wanted.entries ? [...new Set(wanted.entries)] : null
  const session = wanted.own ? sessionId : null
  const errors = findMixedFields(wanted)
  if (errors.length > 0) throw invalidBody(errors)
  const right = rightFor({ entries, session })
  assertRights(caller, [right])
  const token = mintToken(random)
  const url = entries && (await database.snapshot(space, reads => findUrl(reads, space, entries, token)))
  return database.transaction(async writes => {
    const { role } = await requireRight(writes, caller, right, clock)
    const now = clock()
    await requireRoom(readsWithin(writes), space, session, now)
    const link: PreviewLink = {
      id: newId(random),
      ...{ space, entries, session, label: wanted.label ?? null },
      ...{ maker: userId, makerEmail: email, createdAt: now, revokedAt: null },
      expiresAt: now + secondsOf(wanted) * 1000,
    }
    await insertLink(writes, link, hashSecret(token))
    if (session === null) await recordLink(writes, caller, link, { at: now, action: 'preview.share' })
    const inUse = { ...link, membership: { role, since: now }, sessionExpiresAt: link.expiresAt }
    return { doc: toView(inUse, now), token, url }
  })
}

/** Lists the shared links of the space, newest first. */
export function listLinks({ database, clock }: LinkParts, { space }: Member, range: PageRange) {
  return database.snapshot(space, async reads => {
    const links = await listSharedLinks(reads, space, toLimit(range))
    const now = clock()
    const views = links.map(link => toView(link, now))
    return toList(views, await countSharedLinks(reads, space), range)
  })
}

/** Revokes a shared link permanently. Revoking it again changes nothing. `id` is null if it cannot be one. */
export function removeLink(
  { database, clock }: LinkParts,
  caller: Member,
  id: string | null,
): Promise<LinkView> {
  const { space } = caller
  return database.urgentTransaction(async writes => {
    const current = await requireRight(writes, caller, 'write', clock)
    const reads = readsWithin(writes)
    const link = id === null ? null : await findSharedLink(reads, space, id)
    if (!link) throw new Problem('preview_link_not_found', 'The space has no shared preview with this id.')
    requireMayRevoke(current, link)
    const now = clock()
    if (link.revokedAt === null) {
      await revokeLink(writes, space, link.id, now)
      await recordLink(writes, caller, link, { at: now, action: 'preview.revoke' })
    }
    return toView({ ...link, revokedAt: link.revokedAt ?? now }, now)
  })
}

function requireMayRevoke(caller: Member, { maker }: PreviewLink): void {
  if (maker === caller.userId || rightsOf(caller).includes('previews.manage')) return
  throw roleRequired(rolesWith('previews.manage'))
}

/**
 * Returns the page of the first entry with the token, on the first site of the space; null if the space has no site, or the
 * entry no page. Refuses entries that are not there: nobody could see what a link to them shows.
 */
async function findUrl(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  token: string,
): Promise<string | null> {
  const addresses = await readDraftAddresses(reads, space, ids)
  requireAll(ids, addresses)
  const { id, collection, slug } = addresses.find(address => address.id === ids[0])!
  const model = await findModel(reads, space, collection)
  const previewUrl = model?.previewUrl
  const site = findSiteOf(previewUrl ?? undefined, await readPreviewSites(reads, space))
  if (previewUrl === null || site === null) return null
  return fillPreviewUrl(previewUrl, site, { token, collection, id, slug, variants: '' })
}

function requireAll(ids: readonly string[], addresses: readonly EntryAddress[]): void {
  const found = new Set(addresses.map(({ id }) => id))
  const errors = ids.flatMap((id, at): readonly FieldError[] => {
    const message = 'must be an entry of the space that is not archived'
    return found.has(id) ? [] : [{ in: 'body', name: `/entries/${at}`, message }]
  })
  if (errors.length > 0) throw invalidBody(errors)
}

async function requireRoom(reads: Reads, space: SpaceId, session: string | null, now: number): Promise<void> {
  const max = session === null ? activeMax.shared : activeMax.own
  if ((await countActiveLinks(reads, space, session, now)) < max) return
  const detail =
    session === null
      ? `The space has ${max.toLocaleString('en-US')} active links to previews, which is the maximum. Revoke some: DELETE /api/v1/preview/links/{id}.`
      : `Your session has ${max} active previews of its own, which is the maximum. Each ends after an hour, and all of them when you sign out.`
  throw new Problem('too_many_preview_links', detail)
}

/** Records an action on a shared link, which is named by its label. */
async function recordLink(
  writes: Writes,
  caller: Member,
  { id, space, label, entries }: PreviewLink,
  { at, action }: { readonly at: number; readonly action: SpaceAction },
): Promise<void> {
  const detail = {
    link: id,
    ...(label !== null && { name: label }),
    ...(entries ? { entries } : { all: true }),
  }
  await recordSpaceActivity(writes, space, { at, by: toActorText(toActor(caller)), action, detail })
}

function toView(link: PreviewLinkInUse, now: number): LinkView {
  const { id, label, entries, session, makerEmail, createdAt, expiresAt, revokedAt } = link
  return {
    ...{ id, label, entries: entries && [...entries], all: entries === null, own: session !== null },
    status: linkStatus(link, now),
    createdAt: toTimestamp(createdAt),
    createdBy: makerEmail === null ? null : { kind: 'user', name: makerEmail },
    expiresAt: toTimestamp(expiresAt),
    revokedAt: revokedAt === null ? null : toTimestamp(revokedAt),
  }
}
