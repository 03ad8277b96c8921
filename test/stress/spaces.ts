// Many spaces in one database that differ only by a marker word: the same names, ids and slugs in each; every
// published value contains the space's own word, and every draft another one. Also the changes made while they are
// read.
import type { SeededRandom } from '../../bench/random.ts'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { type SpaceId, systemRandom } from '../../src/base/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import { toNdjson } from '../kit/app/test-space.ts'

export interface MarkedSpace {
  readonly number: number
  readonly id: SpaceId
  readonly key: string
}

/** Marker words that identify their space in any text: `canary-own-7`, `canary-draft-7`. */
export const canary = /canary-(own|draft)-(\d+)/g
const ownWord = (number: number) => `canary-own-${number}`
const draftWord = (number: number) => `canary-draft-${number}`

const entries = 12
/** Every third entry is a draft, a different third in each space. */
const isDraft = (index: number, number: number) => index % 3 === number % 3
/** Its draft may be served: it is published and unpublished. */
const turning = 'turning'

export const slugs = [...Array.from({ length: entries }, (_, index) => `s${index}`), turning]
export const ownCollection = (number: number) => `only-${number}`

const parts = { clock: systemClock, random: systemRandom }

export async function fillSpaces(database: Database, count: number): Promise<MarkedSpace[]> {
  const spaces: MarkedSpace[] = []
  for (let number = 0; number < count; number++) {
    const made = await database.transaction(async writes => {
      const { id } = await createSpace(writes, parts, { slug: `space-${number}`, name: ownWord(number) })
      const wanted = { name: 'stress', scopes: ['content.read'], expiresAt: null, createdBy: 'rig' } as const
      const { key } = await createKey(writes, parts, id, { ...wanted, scopes: [...wanted.scopes] })
      return { number, id, key }
    })
    await load(database, made, recordsOf(number, 0))
    spaces.push(made)
  }
  return spaces
}

/** One change of a space's published content, or of its drafts. */
export async function changeSpace(
  database: Database,
  space: MarkedSpace,
  random: SeededRandom,
  round: number,
): Promise<void> {
  const addresses = [`notes/${turning}`]
  const kind = random.below(4)
  if (kind === 0) await publish(database, space.id, addresses, systemClock)
  else if (kind === 1) await unpublish(database, space.id, addresses, () => 0)
  else {
    const index = random.below(entries)
    await load(database, space, [toEntry(index, space.number, round)])
  }
}

/** A deliberate leak: serves the draft of one entry. For a test of the leak detection. */
export async function letDraftOut(database: Database, space: MarkedSpace): Promise<void> {
  const index = space.number % 3
  await publish(database, space.id, [`notes/s${index}`], systemClock)
}

async function load(database: Database, { id }: MarkedSpace, records: readonly ImportRecord[]) {
  const source = ndjsonSource(new Blob([toNdjson(records)]))
  const options = { clock: systemClock, prune: false, dryRun: false, onProgress: () => {} }
  await importContent(database, id, source, options)
}

function recordsOf(number: number, round: number): readonly ImportRecord[] {
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'all', type: 'reference', many: true },
    { apiName: 'next', type: 'reference' },
  ] as const
  const own = { title: ownWord(number), all: [], next: { id: 'e1' } }
  const name = ownWord(number)
  return [
    { type: 'collection', apiName: 'notes', name, fields },
    { type: 'collection', apiName: ownCollection(number), name, fields },
    ...slugs.slice(0, entries).map((_, index) => toEntry(index, number, round)),
    { type: 'entry', collection: 'notes', id: turning, slug: turning, data: own },
    { type: 'entry', collection: ownCollection(number), id: `x${number}`, slug: 'x', liveData: own },
  ]
}

function toEntry(index: number, number: number, round: number): ImportRecord {
  const all = slugs.slice(0, entries).map((_, other) => ({ id: `e${other}` }))
  const title = `${ownWord(number)} in round ${round}`
  // Not to itself: a reference by collection and slug is bound to each space's own entry.
  const next = { collection: 'notes', slug: `s${(index + 1) % entries}` }
  const base = { type: 'entry', collection: 'notes', id: `e${index}`, slug: `s${index}` } as const
  const data = { title: `${draftWord(number)} in round ${round}`, all, next }
  if (isDraft(index, number)) return { ...base, data }
  const variants = { members: { title: `${title} for members`, all: all.slice(0, 3) } }
  return { ...base, data, liveData: { title, all: index % 4 === 0 ? all : [], next }, variants }
}
