// Real data that is one knot: every entry at every depth is what a walk of the graph gives, or is refused with a depth
// that fits.
import { expect, test } from 'bun:test'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { readSwapi, type SwapiEntry, swapiIsThere, toRecords } from './swapi-records.ts'

const entriesMax = 20_000
const bytesMax = 16 * 1024 * 1024
/** Up to this many nested entries a response is compared whole; above, its entries are counted. */
const comparedMax = 250

/** The largest answers are 16 MiB each: all depths of every entry take a minute, and are asked for by FUZZ_RUNS=20. */
const wholeEvery = Math.max(1, Math.round(20 / fuzzRuns(1)))

class Walk {
  readonly #byId: ReadonlyMap<string, SwapiEntry>
  readonly #sizes = new Map<string, number>()

  constructor(entries: readonly SwapiEntry[]) {
    this.#byId = new Map(entries.map(entry => [entry.id, entry]))
  }

  /** Entries with `data`, itself included. */
  size(id: string, depth: number): number {
    const key = `${depth} ${id}`
    const known = this.#sizes.get(key)
    if (known !== undefined) return known
    const targets = depth === 0 ? [] : Object.values(this.#byId.get(id)!.references).flat()
    const size = targets.reduce((sum, to) => sum + this.size(to, depth - 1), 1)
    this.#sizes.set(key, size)
    return size
  }

  /** What of a response is asserted: ids, plain values, and references as deep as they go. */
  output(id: string, depth: number): object {
    const { collection, values, references } = this.#byId.get(id)!
    const links = Object.entries(references).map(([field, ids]) => [
      field,
      ids.map(to => {
        const reference = { id: to, collection: this.#byId.get(to)!.collection, slug: to }
        return depth > 0 ? this.output(to, depth - 1) : reference
      }),
    ])
    return { id, collection, slug: id, data: { ...values, ...Object.fromEntries(links) } }
  }
}

/** A response without the fields that are empty, and without times. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  const { version, firstPublishedAt, publishedAt, ...rest } = value as Record<string, unknown>
  if (version !== undefined) expect([version, publishedAt]).toEqual([1, firstPublishedAt])
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, strip(item)]))
}

/** Fields of the model that an entry has no value for are `[]` or null in a response and absent in a walk. */
function dropEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropEmpty)
  if (typeof value !== 'object' || value === null) return value
  const stored = Object.entries(value).filter(
    ([, item]) => item !== null && !(Array.isArray(item) && item.length === 0),
  )
  return Object.fromEntries(stored.map(([key, item]) => [key, dropEmpty(item)]))
}

interface Counts {
  responses: number
  refusals: number
}

/** All depths, or only the smaller answers and the deepest refusal. */
async function checkEntry(
  space: TestSpace,
  walk: Walk,
  entry: SwapiEntry,
  counts: Counts,
  isWhole: boolean,
): Promise<void> {
  const path = `/api/v1/public/content/${entry.collection}/${entry.id}?depth=`
  let fits = -1
  for (let depth = 0; depth <= 10; depth++) {
    const size = walk.size(entry.id, depth)
    if (!isWhole && size > comparedMax && depth < 10) continue
    const response = await space.app.request(path + depth, {
      headers: { Authorization: `Bearer ${space.key}` },
    })
    if (response.status === 200) {
      counts.responses++
      expect(depth).toBe(fits + 1)
      fits = depth
      const text = await response.text()
      expect(size).toBeLessThanOrEqual(entriesMax)
      expect(text.length).toBeLessThanOrEqual(bytesMax)
      expect(text.split('"firstPublishedAt"').length - 1).toBe(size)
      if (size <= comparedMax) {
        const { doc } = JSON.parse(text) as { doc: unknown }
        expect(dropEmpty(strip(doc))).toEqual(dropEmpty(walk.output(entry.id, depth)) as object)
      }
      continue
    }
    counts.refusals++
    const problem = readProblem(await readResponse(response))
    expect(problem.code).toBe('response_too_large')
    expect(problem.errors?.map(({ name }) => name)).toEqual(['depth'])
    const proposed = Number(/\d+/.exec(problem.errors?.[0]?.message ?? '')?.[0])
    expect(walk.size(entry.id, proposed)).toBeLessThanOrEqual(entriesMax)
    if (isWhole) expect(proposed).toBe(fits)
    else expect(proposed).toBeGreaterThanOrEqual(fits)
  }
}

const whereThere = swapiIsThere ? '' : ' (skipped: the swapi data is not beside the project)'

test.skipIf(!swapiIsThere)(
  `a swapi entry at a depth from 0 to 10 is the walk of its graph, or a refusal that names the last depth that fits${whereThere}`,
  async () => {
    const entries = readSwapi()
    const walk = new Walk(entries)
    const space = await createTestSpace({ records: toRecords(entries) })
    expect(entries.length).toBe(260)
    // As the data's own description has it.
    const widest = entries.map(({ id }) => walk.size(id, 3) - 1).reduce((a, b) => Math.max(a, b))
    expect(widest).toBe(17_421)
    const counts: Counts = { responses: 0, refusals: 0 }
    for (const [index, entry] of entries.entries()) {
      await checkEntry(space, walk, entry, counts, index % wholeEvery === 0)
    }
    expect(counts.refusals).toBeGreaterThan(250)
  },
  longTestMs,
)

test.skipIf(!swapiIsThere)(
  `each collection as one page of 1,000 is answered at depth 1, and refused at depth 10 with a proposal that fits${whereThere}`,
  async () => {
    const entries = readSwapi()
    const walk = new Walk(entries)
    const space = await createTestSpace({ records: toRecords(entries) })
    for (const collection of new Set(entries.map(entry => entry.collection))) {
      const own = entries.filter(entry => entry.collection === collection)
      const sizeAt = (depth: number) => own.reduce((sum, { id }) => sum + walk.size(id, depth), 0)
      const path = `/content/${collection}?perPage=1000&depth=`
      const text = await (await space.get(`${path}1`)).text()
      expect(text.split('"firstPublishedAt"').length - 1).toBe(sizeAt(1))
      const problem = readProblem(await readResponse(await space.get(`${path}10`)))
      const depth = Number(/\d+/.exec(problem.errors?.[0]?.message ?? '')?.[0])
      expect(sizeAt(depth)).toBeLessThanOrEqual(entriesMax)
      expect((await space.get(path + depth)).status).toBe(200)
      expect((await space.get(path + (depth + 1))).status).toBe(400)
    }
  },
)
