// Plans an import from the results of the first pass: the entry and the slug of each record.

import type { EntryPath } from '../../base/ids.ts'
import { fitsInPath } from '../../base/text.ts'
import { toReleasedSlug } from '../../content/tables/entries.store.ts'
import type { Collection, Components } from '../../content/values/model.ts'
import type { EntryClaim, FirstPassResult, ImportError } from '../read/first-pass.ts'
import { toWhereText } from '../read/import-source.ts'
import { type Loss, toLoss } from '../read/losses.ts'
import { assignIds } from './assign-ids.ts'
import { assignSlugs } from './assign-slugs.ts'
import { EntryPaths } from './entry-paths.ts'

/** The identity of a source entry, without its values. */
export interface PlannedEntry extends EntryPath {
  readonly id: string
}

/** The plan of all entries. It may be large, so it stores only ids and paths for each. */
export interface ImportPlan {
  /** Their fields know the components after the import. */
  readonly collections: ReadonlyMap<string, Collection>
  /** Ids of the source's entries, in source order. */
  readonly ids: readonly string[]
  /** Entry paths before the import. */
  readonly before: EntryPaths
  /** Entry paths of all entries after the import. */
  readonly addresses: EntryPaths
  /** Existing entries that the source does not contain and that stay in the space. */
  readonly absent: string[]
  /** The entries of {@link absent} that the import archives. */
  readonly archived: ReadonlySet<string>
  /** Existing entries that are removed together with their collections. */
  readonly removed: readonly string[]
  /**
   * Entries whose live slug differs from that of their draft, keyed by collection and live slug with a line feed between.
   */
  readonly liveSlugs: Map<string, string>
  readonly errors: readonly ImportError[]
  readonly losses: readonly Loss[]
}

interface ExistingContent extends EntryPath {
  readonly id: string
  readonly archived_at: number | null
}

interface Space {
  readonly entries: readonly ExistingContent[]
  readonly collections: readonly Collection[]
  readonly components: Components
  /** Entries whose live content and slug stay unchanged, whatever the source contains for their drafts. */
  readonly stillLive: ReadonlySet<string>
  /** Entries whose live slug differs from that of their draft. */
  readonly movedLive: readonly {
    readonly entry: string
    readonly collection: string
    readonly slug: string
  }[]
}

/** Makes the plan. With `prune`, entries that are missing from the source are archived and release their slugs. */
export function makePlan(firstPass: FirstPassResult, space: Space, prune: boolean): ImportPlan {
  const { collections } = firstPass
  const { entries: existing, collections: known, stillLive } = space
  const errors = [...firstPass.errors]
  const names = new Set([...known.map(collection => collection.apiName), ...collections.keys()])
  for (const claim of firstPass.claims) {
    if (!names.has(claim.collection)) {
      errors.push({
        where: toWhereText(claim.where),
        message: `There is no collection "${claim.collection}" in the file or in the space.`,
      })
    }
  }
  const before = new EntryPaths()
  for (const entry of existing) before.set(entry.id, entry)
  if (!prune) errors.push(...findMoves(firstPass.claims, before))
  errors.push(...findNameErrors(firstPass, space, prune))
  const losses = [...firstPass.losses, ...findUnknownTargets(firstPass, known, prune)]
  const claims =
    stillLive.size === 0
      ? firstPass.claims
      : firstPass.claims.map(claim => keepLivePath(claim, stillLive, before, losses))
  const ids = assignIds(claims, firstPass.places, before)
  const { absent, archived, removed } = listAbsent(existing, ids, prune ? namesIn(firstPass) : null)
  const addresses = new EntryPaths()
  for (const id of absent) {
    const { collection, slug } = before.get(id)!
    addresses.set(id, { collection, slug: archived.has(id) ? toReleasedSlug(id) : slug })
  }
  const mentioned = new Set(ids)
  const staying = space.movedLive.filter(
    ({ entry }) => space.stillLive.has(entry) || (!prune && !mentioned.has(entry)),
  )
  const liveSlugs = new Map(staying.map(({ entry, collection, slug }) => [`${collection}\n${slug}`, entry]))
  errors.push(...addLiveSlugs(claims, ids, addresses, liveSlugs))
  losses.push(...assignSlugs(claims, ids, before, addresses, liveSlugs), ...findUnaskable(claims, ids))
  const addressed = { ids, before, addresses, absent, archived, removed, liveSlugs }
  return { collections, ...addressed, errors, losses }
}

/** Counts the entries that are archived or removed because the source does not contain them. */
export function countRemoved({ archived, removed }: ImportPlan): number {
  return archived.size + removed.length
}

/** Returns the collections that the source defines or has entries of. */
function namesIn({ collections, claims }: FirstPassResult): ReadonlySet<string> {
  return new Set([...collections.keys(), ...claims.map(({ collection }) => collection)])
}

/** `staying` are the collections that a prune keeps; null without a prune. */
function listAbsent(
  existing: readonly ExistingContent[],
  ids: readonly string[],
  staying: ReadonlySet<string> | null,
): Pick<ImportPlan, 'absent' | 'archived' | 'removed'> {
  const mentioned = new Set(existing.length === 0 ? [] : ids)
  const absent: string[] = []
  const archived = new Set<string>()
  const removed: string[] = []
  for (const { id, collection, archived_at } of existing) {
    if (mentioned.has(id)) continue
    if (staying !== null && !staying.has(collection)) {
      removed.push(id)
      continue
    }
    absent.push(id)
    if (staying !== null && archived_at === null) archived.add(id)
  }
  return { absent, archived, removed }
}

/**
 * Reserves the live slugs. A `liveSlug` is kept or refused, never changed, because no other entry's draft can have it.
 * If it is also the slug of the entry's own draft, the draft gets it before slugs are assigned to other entries.
 */
function addLiveSlugs(
  claims: readonly EntryClaim[],
  ids: readonly string[],
  addresses: EntryPaths,
  liveSlugs: Map<string, string>,
): ImportError[] {
  return claims.flatMap(({ where, collection, slug, liveSlug }, place) => {
    if (liveSlug === undefined) return []
    const id = ids[place]!
    const path = `${collection}\n${liveSlug}`
    const owner = addresses.idAt(collection, liveSlug)
    if (liveSlugs.has(path) || (owner !== undefined && owner !== id)) {
      const message = `The liveSlug "${liveSlug}" is that of another entry in ${collection}.`
      return [{ where: toWhereText(where), message }]
    }
    if (liveSlug === slug) addresses.set(id, { collection, slug })
    else liveSlugs.set(path, id)
    return []
  })
}

/** Warns about slugs that no request path can contain. Such entries are still in lists and references. */
function findUnaskable(claims: readonly EntryClaim[], ids: readonly string[]): Loss[] {
  return claims.flatMap(({ where, collection, slug }, place) => {
    if (fitsInPath(slug) || slug === toReleasedSlug(ids[place]!)) return []
    const what = `No request path can hold the slug ${JSON.stringify(slug)}: change it to serve the entry by its slug.`
    return [
      toLoss({ kind: 'slug_unreachable', where: toWhereText(where), collection, entry: ids[place]!, what }),
    ]
  })
}

/** Keeps the path of an entry that stays live, whatever slug its record claims. It cannot move to another collection. */
function keepLivePath(
  claim: EntryClaim,
  stillLive: ReadonlySet<string>,
  before: EntryPaths,
  losses: Loss[],
): EntryClaim {
  const { where, id, collection, slug } = claim
  const old = id !== undefined && stillLive.has(id) ? before.get(id) : undefined
  if (old === undefined || old.collection !== collection || old.slug === slug) return claim
  const what = `The entry is live with the slug "${old.slug}" and keeps it; in the file it is "${slug}".`
  losses.push(toLoss({ kind: 'slug_changed', where: toWhereText(where), collection, entry: id!, what }))
  return { ...claim, slug: old.slug }
}

/**
 * Reports collections in `to` that are neither in the source nor in the space. Most likely they are misspelled or not
 * imported yet.
 */
function findUnknownTargets(
  firstPass: FirstPassResult,
  known: readonly Collection[],
  prune: boolean,
): Loss[] {
  const names = new Set(firstPass.collections.keys())
  for (const { collection } of firstPass.claims) names.add(collection)
  if (!prune) for (const { apiName } of known) names.add(apiName)
  return [...firstPass.collections.values()].flatMap(({ apiName, fields }) =>
    fields.flatMap(field => {
      const unknown = (field.to ?? []).filter(name => !names.has(name))
      if (unknown.length === 0) return []
      const list = unknown.map(name => `"${name}"`).join(', ')
      const what = `The field may refer to ${list}, but there is no such collection in the file or in the space.`
      const where = toWhereText(firstPass.modelsAt.get(apiName) ?? 'file')
      return [toLoss({ kind: 'unknown_collection', where, collection: apiName, field: field.apiName, what })]
    }),
  )
}

/** Refuses models of both kinds with one name, and fields that name components which are not there. */
function findNameErrors(firstPass: FirstPassResult, known: Space, prune: boolean): ImportError[] {
  const { collections, components, modelsAt } = firstPass
  const fail = (name: string, message: string) => ({
    where: toWhereText(modelsAt.get(name) ?? 'file'),
    message,
  })
  const errors = prune
    ? []
    : [
        ...known.collections.flatMap(({ apiName }) =>
          components.has(apiName) ? [fail(apiName, `"${apiName}" is a collection of the space.`)] : [],
        ),
        ...[...known.components.keys()].flatMap(name =>
          collections.has(name) ? [fail(name, `"${name}" is a component of the space.`)] : [],
        ),
      ]
  const names = new Set([...components.keys(), ...(prune ? [] : known.components.keys())])
  for (const { apiName, fields } of [...components.values(), ...collections.values()]) {
    for (const { apiName: field, of = [] } of fields) {
      const unknown = of.filter(name => !names.has(name)).map(name => `"${name}"`)
      if (unknown.length === 0) continue
      const message = `"of" of the field "${field}" names ${unknown.join(', ')}, but there is no such component in the file or in the space.`
      errors.push(fail(apiName, message))
    }
  }
  return errors
}

/**
 * Refuses to move an entry to another collection, because references would remain in fields that do not allow that
 * collection. With prune, moves are allowed: the source contains the whole space, and every reference is checked.
 */
function findMoves(claims: readonly EntryClaim[], before: EntryPaths): ImportError[] {
  return claims.flatMap(({ where, id, collection }) => {
    const old = id === undefined ? undefined : before.get(id)?.collection
    if (old === undefined || old === collection) return []
    const message = `The id "${id}" is that of an entry of ${old}. Give this one another id, or import the whole space with --prune.`
    return [{ where: toWhereText(where), message }]
  })
}

/** Returns a lookup of these ids. The set is built only if it is needed, because there may be many. */
export function toLookup(ids: readonly string[]): (id: string) => boolean {
  let known: ReadonlySet<string> | null = null
  return id => {
    known ??= new Set(ids)
    return known.has(id)
  }
}
