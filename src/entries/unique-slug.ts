// Checks slugs, and makes them from text. An entry may not have a slug that another entry of its collection has in its
// draft or its live publication. Generated slugs keep letters of every script. Latin letters lose their accents, because
// people omit these when they type an address.
import { fitsInPath } from '../base/text.ts'
import { type Collection, slugLengthMax, type Values } from '../content/values/model.ts'
import { cutAt, letters } from '../content/values/query-text.ts'
import type { EntryInTransaction, EntryTransaction } from './entry-transaction.ts'
import { readSlugOwners } from './slug-owners.store.ts'

/** Returns the error of an invalid slug, or null. */
export function slugError(slug: string): string | null {
  const length = [...slug].length
  if (length === 0 || length > slugLengthMax) return `must have 1 to ${slugLengthMax} characters`
  if (!slug.isWellFormed()) return 'must not contain a lone surrogate'
  return fitsInPath(slug) ? null : 'must be one that a path can hold: no control characters, and not . or ..'
}

interface Owner {
  readonly id: string
  readonly collection: string
}

/**
 * Makes a slug from the field that the model names, otherwise from the id. Adds a number if it is taken. Keeps the current
 * slug if it is already such a slug.
 */
export async function makeFreeSlug(
  transaction: EntryTransaction,
  owner: Owner,
  data: Values,
  current: string | null,
): Promise<string> {
  const made = makeUsualSlug(transaction.models.get(owner.collection)!, owner.id, data)
  if (current !== null && isNumbered(current, made)) return current
  return findFreeSlug(transaction, owner, made)
}

/** Returns the slug that an entry gets unless another entry has it. */
export function makeUsualSlug(
  { slugFrom }: Pick<Collection, 'slugFrom'>,
  id: string,
  data: Readonly<Record<string, unknown>>,
): string {
  const text = slugFrom === undefined || !Object.hasOwn(data, slugFrom) ? null : data[slugFrom]
  return (typeof text === 'string' ? makeSlug(text) : null) ?? id
}

function isNumbered(slug: string, made: string): boolean {
  if (slug === made) return true
  const number = Number(/-([1-9]\d*)$/.exec(slug)?.[1] ?? 0)
  return number >= 2 && numberedSlug(made, number) === slug
}

const triedAtOnce = 20

export async function findFreeSlug(
  transaction: EntryTransaction,
  owner: Owner,
  slug: string,
): Promise<string> {
  for (let first = 1, count = triedAtOnce; ; first += count, count *= 2) {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    const candidates = numbers.map(number => (number === 1 ? slug : numberedSlug(slug, number)))
    const taken = await listTaken(transaction, owner, candidates)
    const free = candidates.find(candidate => !taken.has(candidate))
    if (free !== undefined) return free
  }
}

/** Returns those of the slugs that other entries have, including the changes of the transaction so far. */
export async function listTaken(
  transaction: EntryTransaction,
  { id, collection }: Owner,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const { writes, space } = transaction
  const rows = await readSlugOwners(writes, space, collection, slugs)
  const taken = new Set(
    rows.filter(({ entry }) => entry !== id && !transaction.isLoaded(entry)).map(({ slug }) => slug),
  )
  for (const entry of transaction.entries) {
    if (entry.id === id || entry.model.apiName !== collection) continue
    for (const slug of slugsOf(entry)) taken.add(slug)
  }
  return taken
}

function slugsOf({ draft, archivedAt, liveText, isRemoved }: EntryInTransaction): string[] {
  if (isRemoved) return []
  return [...(archivedAt === null ? [draft.slug] : []), ...(liveText === null ? [] : [liveText.slug])]
}

const lengthMax = 100
/** Only this much of a longer text is read. */
const readMax = 10_000

const latinWithMarks = /\p{Script=Latin}\p{M}+/gu
const accents = /[\u0300-\u036f]+/g
/** A final sigma is kept, because words are written with it. */
const lettersToReplace = new RegExp(`[${Object.keys(letters).join('').replace('ς', '')}]`, 'g')
/** Matches text that becomes a hyphen, including the combining marks on it. */
const separator = /^[^\p{L}\p{N}]+|(?:[^\p{L}\p{M}\p{N}]\p{M}*)+/gu

/** Returns null if the text contains neither letters nor digits. */
export function makeSlug(text: string): string | null {
  const slug = cutAt(text, readMax)
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(latinWithMarks, letter => letter.replace(accents, ''))
    .replace(lettersToReplace, letter => letters[letter]!)
    .normalize('NFC')
    .replace(separator, '-')
    .replace(/^-/, '')
  const cut = cutAt(slug, lengthMax).replace(/-$/, '')
  return cut === '' ? null : cut
}

/** Adds a number to a slug that is taken. Cuts the slug so that the result does not exceed the maximum length. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`
  return cutAt(slug, slugLengthMax - suffix.length) + suffix
}
