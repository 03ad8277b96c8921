// ResponseCache that were made once, kept as the bytes that are sent, with what they were made of. One may be given again for
// as long as nothing of that has changed; whoever asks has been let in before, and what is kept is found by the space of
// the key.
import type { CacheCounts } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import type { Known } from '../../database/freshness/known-spaces.ts'
import { readRevision } from '../../database/read-revision.ts'
import { findVersions } from '../../database/versions.ts'
import type { JsonResponse } from '../../http/json-response.ts'
import type { LiveEntry } from '../resolve/entry-template.ts'
import type { RenderedEntry } from '../resolve/fragments.ts'
import { ByteCache } from './byte-cache.ts'
import type { Dependencies } from './dependencies.ts'
import { FragmentCache, type FragmentsAt } from './fragment-cache.ts'
import { type Collector, GcPacer } from './gc-pacer.ts'
import { ListBlockCache } from './list-block-cache.ts'
import { ReferenceCache, type ReferencesAt } from './reference-cache.ts'
import { SpaceSnapshots, type View } from './space-snapshots.ts'
import { timeReads } from './timed-reads.ts'
import { type CacheEntry, idBytes, Shelf } from './variant-cache.ts'

export interface Question {
  /** No other question of the space has it, variants aside. */
  readonly text: string
  readonly variants: readonly string[]
}

/** What an answer is made from: one state of one space. */
export interface BuildContext {
  readonly reads: Reads
  readonly space: SpaceId
  readonly revision: number
  /** Null where this node is ahead of the reads. */
  readonly view: View | null
  readonly fragments: FragmentsAt<RenderedEntry>
  /** For what stands below others: those on top are kept as fragments. */
  readonly entries: FragmentsAt<LiveEntry>
  readonly references: ReferencesAt
}

export interface BuiltResponse {
  readonly answer: JsonResponse
  readonly dependencies: Dependencies
  /** Variant ids that at least one of its entries has values for. */
  readonly variants: ReadonlySet<string>
}

/** Where an answer comes from; a `checked` one was found to be unaffected by what has changed. */
export type CacheOutcome = 'hit' | 'checked' | 'miss'

export interface DeliveredResponse {
  readonly answer: JsonResponse
  readonly outcome: CacheOutcome
  /** Milliseconds of waiting for the database, and of everything else, where the answer was made now. */
  readonly databaseMs: number
  readonly buildMs: number
}

/**
 * What `use` makes of what may be given again, by what holds of the space now; null where it takes {@link ResponseCache.find}
 * to say, or `use` says null. Only what is used counts as found.
 */
export type Recall = <Result>(
  space: SpaceId,
  now: Known,
  use: (answer: JsonResponse) => Result | null,
) => Result | null

export interface ResponseCache {
  recaller(question: Question): Recall
  /** `make` reads under one snapshot. What it throws is not kept. */
  find(
    space: SpaceId,
    question: Question,
    make: (reading: BuildContext) => Promise<BuiltResponse>,
  ): Promise<DeliveredResponse>
}

type Build = { readonly revision: number; readonly epoch: number | null } & (
  | { readonly found: DeliveredResponse }
  | { readonly error: unknown }
)

/** Of all that is kept, for references that are not resolved. */
const referencesShare = 1 / 8

/** Of all that is kept, for what has gone and is not collected yet, and for what is being made. */
const leftoversShare = 1 / 8

/**
 * Keeps up to `bytesMax`, fragments and references included; what was not asked for of late goes, and the collector is told
 * by {@link GcPacer}.
 */
export function createResponseCache(
  { snapshot, versions }: Pick<Database, 'snapshot' | 'versions'>,
  bytesMax: number,
  counts: CacheCounts,
  collector?: Collector,
): ResponseCache {
  const leftovers = new GcPacer(bytesMax, collector)
  const items = new ByteCache<unknown>(bytesMax * (1 - referencesShare - leftoversShare), {
    onBytes: counts.onBytes,
    onEviction: bytes => {
      counts.onEviction(bytes)
      leftovers.add(bytes)
    },
  })
  const shelf = new Shelf<JsonResponse>(items)
  const states = new SpaceSnapshots(snapshot, new ListBlockCache(items))
  const fragments = new FragmentCache(new Shelf<RenderedEntry>(items), states, 'fragment', counts)
  // Whoever refers to an entry has a use for it; an answer is of use to those alone who ask the same.
  const entryShelf = new Shelf<LiveEntry>(items, { isWanted: true })
  const entries = new FragmentCache(entryShelf, states, 'entry', counts)
  const references = new ReferenceCache(bytesMax * referencesShare, states)
  const builds = new Map<string, Promise<Build>>()

  /** One of those that ask the same at the same time makes the answer for all. */
  const build = async (
    space: SpaceId,
    question: Question,
    make: (reading: BuildContext) => Promise<BuiltResponse>,
    needed: { readonly revision: number; readonly epoch: number } | null,
  ): Promise<DeliveredResponse> => {
    const name = `${toName(space, question)}\n${question.variants}\n${question.variants.length}`
    const running = builds.get(name)
    const isOfUse = (one: Build) =>
      needed !== null && one.epoch === needed.epoch && one.revision >= needed.revision
    const joined = running && (await running)
    if (joined && isOfUse(joined)) return resultOf(joined)
    const own = run(space, question, make, needed?.epoch ?? null, needed?.revision)
    builds.set(name, own)
    try {
      return resultOf(await own)
    } finally {
      if (builds.get(name) === own) builds.delete(name)
      if (builds.size === 0) leftovers.rest()
    }
  }

  const resultOf = (one: Build): DeliveredResponse => {
    if ('error' in one) throw one.error
    return one.found
  }
  const run = async (
    space: SpaceId,
    question: Question,
    make: (reading: BuildContext) => Promise<BuiltResponse>,
    epoch: number | null,
    revisionMin: number | undefined,
  ): Promise<Build> => {
    const started = performance.now()
    const timed = { ms: 0 }
    let revision = -1
    try {
      const made = await snapshot(
        space,
        async rawReads => {
          const reads = timeReads(rawReads, timed)
          revision = await readRevision(reads, space)
          const view = epoch === null ? null : await states.at(reads, space, epoch, revision)
          const version = epoch === null ? null : { space, epoch, revision }
          return make({
            reads,
            space,
            revision,
            view,
            fragments: fragments.at(version),
            entries: entries.at(version),
            references: references.at(version),
          })
        },
        revisionMin === undefined ? undefined : Math.max(revisionMin, states.revisionOf(space)),
      )
      versions.observe(space, { revision, keys: 0 })
      const { answer, dependencies, variants } = made
      if (epoch !== null) {
        const bytes = answer.body.size + bytesOf(dependencies)
        const kept = { value: answer, bytes, dependencies, epoch, builtAt: revision, validThrough: revision }
        const held = shelf.keep(toName(space, question), question.variants, variants, kept)
        if (held !== null) answer.onEncoded = more => items.grow(held, more)
      }
      const ms = performance.now() - started
      counts.onBuild(ms / 1000)
      const found = { answer, outcome: 'miss', databaseMs: timed.ms, buildMs: ms - timed.ms } as const
      return { revision, epoch, found }
    } catch (error) {
      return { revision, epoch, error }
    }
  }

  const reuse = (kept: CacheEntry<JsonResponse>, outcome: CacheOutcome): DeliveredResponse => {
    counts.onLookup('answer', outcome)
    return { answer: kept.value, outcome, databaseMs: 0, buildMs: 0 }
  }

  return {
    recaller: question => {
      let [lastSpace, name] = ['', '']
      return (space, now, use) => {
        if (space !== lastSpace) [lastSpace, name] = [space, toName(space, question)]
        const kept = shelf.find(name, question.variants)
        if (!kept || kept.epoch !== now.epoch || kept.validThrough !== now.revision) return null
        const result = use(kept.value)
        if (result !== null) counts.onLookup('answer', 'hit')
        return result
      }
    },
    find: async (space, question, make) => {
      const known = await findVersions(versions, space)
      // What was promised may have been overtaken while the promise was on its way.
      const now = versions.current(space) ?? known
      const name = toName(space, question)
      const kept = now && shelf.find(name, question.variants)
      if (kept && kept.epoch === now.epoch) {
        if (kept.validThrough === now.revision) return reuse(kept, 'hit')
        if (kept.validThrough < now.revision) {
          const state = await states.reach(space, now.epoch, now.revision)
          const cause =
            state === null
              ? 'forgotten'
              : state.log.findInvalidationReason(kept.dependencies, kept.validThrough)
          if (cause === null) {
            kept.validThrough = Math.max(kept.validThrough, state?.log.revision ?? 0)
            versions.observe(space, { revision: kept.validThrough, keys: 0 })
            return reuse(kept, 'checked')
          }
          counts.onInvalidation(cause)
        } else {
          // The past is another than it was: an older copy has taken the database's place.
          counts.onInvalidation('history')
          states.forget(space)
        }
        shelf.drop(name, question.variants)
      }
      counts.onLookup('answer', 'miss')
      return build(space, question, make, now)
    },
  }
}

function toName(space: SpaceId, { text }: Question): string {
  return `${space} ${text}`
}

export function bytesOf({ entries, addresses }: Pick<Dependencies, 'entries' | 'addresses'>): number {
  let ids = 0
  for (const list of [...entries, ...addresses]) ids += list.length
  return idBytes * ids
}
