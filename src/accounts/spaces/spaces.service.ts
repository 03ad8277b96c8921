// Creates and finds spaces.
import { recordSpaceActivity } from '../../access/space-activity.store.ts'
import { type Actor, toActorText } from '../../base/caller.ts'
import { type Clock, toTimestamp } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import { newId, type RandomBytes, toSpaceId } from '../../base/ids.ts'
import { controlCharacter } from '../../base/text.ts'
import type { Reads, Writes } from '../../database/database.ts'
import { findSpaceBySlug, insertSpace, type Space } from './spaces.store.ts'

export const spaceSlugPattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
const slugLengthMax = 64
export const spaceNameLengthMax = 100

interface SpaceFields {
  readonly slug: string
  /** Defaults to the slug. */
  readonly name?: string | undefined
}

/** Returns the space's name, or throws a refusal that says what is wrong with the slug or the name. */
export function requireSpaceFields(wanted: SpaceFields): string {
  const name = (wanted.name ?? wanted.slug).trim()
  if (!spaceSlugPattern.test(wanted.slug)) {
    throw new Refusal(
      `"${wanted.slug}" cannot be the slug of a space: use 1 to 64 lowercase letters, digits and hyphens, with no hyphen at either end.`,
    )
  }
  if (name === '' || [...name].length > spaceNameLengthMax || controlCharacter.test(name)) {
    throw new Refusal(
      `The name of a space must have 1 to ${spaceNameLengthMax} characters and no control characters.`,
    )
  }
  return name
}

interface SpaceParts {
  readonly clock: Clock
  readonly random: RandomBytes
}

/** Returns a space with a new id. It is not stored yet. */
export function newSpace({ clock, random }: SpaceParts, fields: { slug: string; name: string }): Space {
  return { id: toSpaceId(newId(random)), ...fields, createdAt: clock(), previewSites: [] }
}

/** Records the creation of the space in its activity. */
export async function recordNewSpace(writes: Writes, space: Space, by: Actor): Promise<void> {
  const { name, slug, createdAt: at } = space
  await recordSpaceActivity(writes, space.id, {
    at,
    by: toActorText(by),
    action: 'space.create',
    detail: { name, slug },
  })
}

export async function createSpace(
  writes: Writes,
  parts: SpaceParts,
  wanted: SpaceFields & { readonly by?: Actor },
): Promise<Space> {
  const space = newSpace(parts, { slug: wanted.slug, name: requireSpaceFields(wanted) })
  if (!(await insertSpace(writes, space))) throw new Refusal(`The space ${wanted.slug} already exists.`)
  if (wanted.by) await recordNewSpace(writes, space, wanted.by)
  return space
}

export async function getSpaceBySlug(reads: Reads, slug: string): Promise<Space> {
  const space = await findSpaceBySlug(reads, slug)
  if (space) return space
  throw new Refusal(`There is no space ${slug}. \`spaces list\` shows all spaces.`)
}

/**
 * Makes a slug from a name: `Harbour Books` becomes `harbour-books`. Returns null if the name has no character that a
 * slug allows.
 */
export function toSpaceSlug(name: string): string | null {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' ? null : slug
}

export function toSpaceView(space: Space) {
  return { ...space, previewSites: [...space.previewSites], createdAt: toTimestamp(space.createdAt) }
}
