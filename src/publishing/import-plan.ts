// What an import will do, told by what the first reading found: which entry each record is, and the slug each one gets.
import { toBase62 } from '../base/ids.ts'
import { type Collection, slugLengthMax } from '../base/model.ts'
import { fitsInPath } from '../base/text.ts'
import { type Address, Addresses } from './addresses.ts'
import type { Claim, Gathered, ImportFault } from './gather.ts'
import { toWhereText } from './ndjson.ts'
import type { Loss } from './records.ts'

/** An entry of the source: who it is, without its values. */
export interface PlannedEntry extends Address {
  readonly id: string
}

/** There are as many as entries of a source, so what is held for each is little: the ids here, and their addresses. */
export interface ImportPlan {
  readonly collections: ReadonlyMap<string, Collection>
  /** Of the entries of the source, in its order. */
  readonly ids: readonly string[]
  /** Where entries stood before the import. */
  readonly before: Addresses
  /** Where every entry will stand after the import. */
  readonly addresses: Addresses
  /** Entries that there were and that the source does not have. */
  readonly absent: readonly string[]
  readonly faults: readonly ImportFault[]
  readonly losses: readonly Loss[]
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
      faults.push({
        where: toWhereText(claim.where),
        message: `There is no collection "${claim.collection}".`,
      })
    }
  }
  const before = new Addresses()
  for (const entry of existing) before.set(entry.id, entry)
  if (!prune) faults.push(...findMoves(claims, before))
  const ids = assignIds(claims, gathered.places, before)
  const absent = listAbsent(existing, ids)
  const addresses = new Addresses()
  if (!prune) for (const id of absent) addresses.set(id, before.get(id)!)
  const losses = [...assignSlugs(claims, ids, before, addresses), ...findUnaskable(claims)]
  return { collections, ids, before, addresses, absent, faults, losses }
}

function listAbsent(existing: readonly Existing[], ids: readonly string[]): string[] {
  if (existing.length === 0) return []
  const mentioned = new Set(ids)
  return existing.map(entry => entry.id).filter(id => !mentioned.has(id))
}

/** They are in lists and references all the same. */
function findUnaskable(claims: readonly Claim[]): Loss[] {
  return claims
    .filter(({ slug }) => !fitsInPath(slug))
    .map(({ where, collection, slug }) => ({
      where: toWhereText(where),
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
    return [{ where: toWhereText(where), message }]
  })
}

/** An entry without an id is the one that has its slug, or a new one whose id follows from collection and slug. */
function assignIds(
  claims: readonly Claim[],
  named: ReadonlyMap<string, number>,
  before: Addresses,
): string[] {
  const given = new Set<string>()
  const isTaken = (id: string) => named.has(id) || given.has(id)
  const attempts = new Map<string, number>()
  return claims.map(({ id, collection, slug }) => {
    if (id !== undefined) return id
    const there = before.idAt(collection, slug)
    if (there !== undefined && !isTaken(there)) {
      given.add(there)
      return there
    }
    const key = `${collection}\n${slug}`
    for (let attempt = attempts.get(key) ?? 1; ; attempt++) {
      const derived = deriveId(collection, slug, attempt)
      if (isTaken(derived) || isElsewhere(before.get(derived), collection, slug)) continue
      given.add(derived)
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
  const has = (place: number) => before.size > 0 && isAt(before, ids[place]!, claims[place]!)
  const left: number[] = []
  const settle = (place: number) => {
    const claim = claims[place]!
    if (addresses.idAt(claim.collection, claim.slug) !== undefined) left.push(place)
    else addresses.set(ids[place]!, claim)
  }
  for (const place of ids.keys()) if (has(place)) settle(place)
  for (const place of ids.keys()) if (!has(place)) settle(place)
  const losses: Loss[] = []
  const counters = new Map<string, number>()
  const hasNumber = (place: number) => {
    const { collection, slug } = claims[place]!
    const had = before.get(ids[place]!)
    return had?.collection === collection && isSuffixed(had.slug, slug)
  }
  // A newcomer must not take the number that another has.
  const numbered = [...left.filter(hasNumber), ...left.filter(place => !hasNumber(place))]
  for (const place of numbered) {
    const id = ids[place]!
    const { where, collection, slug } = claims[place]!
    const free = nextFree(collection, slug, before.get(id), addresses, counters)
    addresses.set(id, { collection, slug: free })
    losses.push({
      where: toWhereText(where),
      what: `The slug "${slug}" of ${id} is taken in ${collection}; it became "${free}".`,
    })
  }
  return losses
}

function isAt(addresses: Addresses, id: string, { collection, slug }: Address): boolean {
  return addresses.idAt(collection, slug) === id
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
