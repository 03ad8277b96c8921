// The first pass over a source: which collections it brings, which entry each record is, and the slug each one gets.
import { toBase62 } from '../base/ids.ts'
import { type Collection, slugLengthMax } from '../base/model.ts'
import { fitsInPath } from '../base/text.ts'
import { type Address, Addresses } from './addresses.ts'
import type { SourceItem } from './ndjson.ts'
import type { EntryRecord, Loss } from './records.ts'

export interface ImportFault {
  readonly where: string
  readonly message: string
}

/** An entry of the source, in its order: who it is, without its values. */
export interface PlannedEntry extends Address {
  readonly id: string
}

export interface ImportPlan {
  readonly collections: ReadonlyMap<string, Collection>
  readonly entries: readonly PlannedEntry[]
  /** Where every entry will stand after the import. */
  readonly addresses: Addresses
  /** Entries that there were and that the source does not have. */
  readonly absent: readonly string[]
  readonly faults: readonly ImportFault[]
  readonly losses: readonly Loss[]
}

interface Claim {
  readonly where: string
  readonly collection: string
  readonly id: string | undefined
  readonly slug: string
}

interface Existing extends Address {
  readonly id: string
}

/** `existing` is what the space holds; with `prune` those that the source does not have give up their slugs. */
export function makePlan(
  gathered: Gathered,
  existing: readonly Existing[],
  known: readonly Collection[],
  prune: boolean,
): ImportPlan {
  const { collections, claims } = gathered
  const faults = [...gathered.faults]
  const names = new Set([...known.map(collection => collection.apiName), ...collections.keys()])
  for (const claim of claims) {
    if (!names.has(claim.collection)) {
      faults.push({ where: claim.where, message: `There is no collection "${claim.collection}".` })
    }
  }
  const before = new Addresses()
  for (const entry of existing) before.set(entry.id, entry)
  if (!prune) faults.push(...findMoves(claims, before))
  const ids = assignIds(claims, before)
  const mentioned = new Set(ids)
  const absent = existing.map(entry => entry.id).filter(id => !mentioned.has(id))
  const addresses = new Addresses()
  if (!prune) for (const id of absent) addresses.set(id, before.get(id)!)
  const losses = [...assignSlugs(claims, ids, before, addresses), ...findUnaskable(claims)]
  const entries = ids.map(id => ({ id, ...addresses.get(id)! }))
  return { collections, entries, addresses, absent, faults, losses }
}

/** What the first reading of a source finds, whatever the space holds. */
export interface Gathered {
  readonly collections: ReadonlyMap<string, Collection>
  readonly claims: readonly Claim[]
  readonly faults: readonly ImportFault[]
}

export async function gather(
  source: AsyncIterable<SourceItem>,
  onRead: (records: number) => void,
): Promise<Gathered> {
  const collections = new Map<string, Collection>()
  const claims: Claim[] = []
  const faults: ImportFault[] = []
  const seen = new Map<string, string>()
  let items = 0
  for await (const { where, record, faults: messages } of source) {
    onRead(++items)
    for (const message of messages) faults.push({ where, message })
    if (record === null) continue
    if (record.type === 'collection') {
      const { apiName, name, fields } = record
      if (collections.has(apiName))
        faults.push({ where, message: `The collection "${apiName}" is there twice.` })
      collections.set(apiName, { apiName, name, fields })
      continue
    }
    const first = record.id === undefined ? undefined : seen.get(record.id)
    if (first) faults.push({ where, message: `The id "${record.id}" is used already, by ${first}.` })
    else if (record.id !== undefined) seen.set(record.id, where)
    claims.push(toClaim(where, record))
  }
  if (items === 0) faults.push({ where: 'the file', message: 'There is not one record in it.' })
  return { collections, claims, faults }
}

/** They are in lists and references all the same. */
function findUnaskable(claims: readonly Claim[]): Loss[] {
  return claims
    .filter(({ slug }) => !fitsInPath(slug))
    .map(({ where, collection, slug }) => ({
      where,
      what: `The slug ${JSON.stringify(slug)} in ${collection} cannot be asked for in a path; give the entry another one.`,
    }))
}

/**
 * An entry that changed its collection would leave references in fields that may not point there. With prune the whole
 * space is in the source, and every reference is checked.
 */
function findMoves(claims: readonly Claim[], before: Addresses): ImportFault[] {
  return claims.flatMap(({ where, id, collection }) => {
    const old = id === undefined ? undefined : before.get(id)?.collection
    if (old === undefined || old === collection) return []
    const message = `The id "${id}" is that of an entry of ${old}. Give this one another id, or import the whole space with --prune.`
    return [{ where, message }]
  })
}

function toClaim(where: string, record: EntryRecord): Claim {
  const { collection, id } = record
  return { where, collection, id, slug: record.slug ?? id ?? '' }
}

/** An entry without an id is the one that has its slug, or a new one whose id follows from collection and slug. */
function assignIds(claims: readonly Claim[], before: Addresses): string[] {
  const taken = new Set(claims.flatMap(claim => claim.id ?? []))
  const attempts = new Map<string, number>()
  return claims.map(({ id, collection, slug }) => {
    if (id !== undefined) return id
    const there = before.idAt(collection, slug)
    if (there !== undefined && !taken.has(there)) {
      taken.add(there)
      return there
    }
    const key = `${collection}\n${slug}`
    for (let attempt = attempts.get(key) ?? 1; ; attempt++) {
      const derived = deriveId(collection, slug, attempt)
      if (taken.has(derived) || isElsewhere(before.get(derived), collection, slug)) continue
      taken.add(derived)
      attempts.set(key, attempt + 1)
      return derived
    }
  })
}

function isElsewhere(address: Address | undefined, collection: string, slug: string): boolean {
  if (address === undefined) return false
  return address.collection !== collection || !(address.slug === slug || isSuffixed(address.slug, slug))
}

/** The same file gives the same ids in every space, on every engine. */
function deriveId(collection: string, slug: string, attempt: number): string {
  const digest = new Bun.CryptoHasher('sha256').update(`${collection}\n${slug}\n${attempt}`).digest()
  return toBase62(digest.readBigUInt64BE(0) * 2n ** 64n + digest.readBigUInt64BE(8), 22)
}

/**
 * Who has a slug keeps it; then the first in the file gets it; the others get `-2`, `-3`, … and keep what they have
 * of that kind, so that importing the same file again changes nothing.
 */
function assignSlugs(
  claims: readonly Claim[],
  ids: readonly string[],
  before: Addresses,
  addresses: Addresses,
): Loss[] {
  const all = claims.map((claim, place) => ({ ...claim, id: ids[place]! }))
  const settle = (wanted: typeof all) =>
    wanted.filter(claim => {
      if (addresses.idAt(claim.collection, claim.slug) !== undefined) return true
      addresses.set(claim.id, claim)
      return false
    })
  const has = (claim: Existing) => before.idAt(claim.collection, claim.slug) === claim.id
  const left = [...settle(all.filter(has)), ...settle(all.filter(claim => !has(claim)))]
  const losses: Loss[] = []
  const counters = new Map<string, number>()
  const hasNumber = ({ id, collection, slug }: Existing) => {
    const had = before.get(id)
    return had?.collection === collection && isSuffixed(had.slug, slug)
  }
  // A newcomer must not take the number that another has.
  const numbered = [...left.filter(hasNumber), ...left.filter(claim => !hasNumber(claim))]
  for (const { id, where, collection, slug } of numbered) {
    const free = nextFree(collection, slug, before.get(id), addresses, counters)
    addresses.set(id, { collection, slug: free })
    losses.push({
      where,
      what: `The slug "${slug}" of ${id} is taken in ${collection}; it became "${free}".`,
    })
  }
  return losses
}

/** `counters` remembers the last number of each slug, so that a thousand equal slugs are not a million look-ups. */
function nextFree(
  collection: string,
  slug: string,
  had: Address | undefined,
  addresses: Addresses,
  counters: Map<string, number>,
): string {
  const isFree = (candidate: string) => addresses.idAt(collection, candidate) === undefined
  if (had?.collection === collection && isSuffixed(had.slug, slug) && isFree(had.slug)) return had.slug
  const counter = `${collection}\n${slug}`
  for (let number = counters.get(counter) ?? 2; ; number++) {
    const candidate = withSuffix(slug, number)
    if (!isFree(candidate)) continue
    counters.set(counter, number + 1)
    return candidate
  }
}

/** Stays within the length of a slug, counted in code points. */
function withSuffix(slug: string, number: number): string {
  const suffix = `-${number}`
  return [...slug].slice(0, slugLengthMax - suffix.length).join('') + suffix
}

function isSuffixed(candidate: string, slug: string): boolean {
  const number = Number(/-([1-9]\d*)$/.exec(candidate)?.[1] ?? 0)
  return number >= 2 && withSuffix(slug, number) === candidate
}
