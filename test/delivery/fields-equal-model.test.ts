// Property: whatever is imported and whichever fields are named, every response is what the naive model works out, and
// reads entries at most as often as the depth, or the references that the fields pass, plus two.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DeliveryService } from '../../src/delivery/delivery.service.ts'
import { countReferences } from '../../src/delivery/resolve/projection.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads, expectNoDraftRead } from '../kit/database/statements.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { type GeneratedSpace, generatedFields, generatedQuery, generatedSpace } from './generated-space.ts'
import { NaiveContent, type NaivePath } from './naive-content.ts'
import { bodyOf, serviceOf, toProjection } from './projections.ts'

const generatedQueries = fc.array(fc.record({ fields: generatedFields, query: generatedQuery }), {
  minLength: 3,
  maxLength: 6,
})

interface Asked {
  readonly fields: readonly NaivePath[]
  readonly query: {
    readonly depth: number
    readonly variants: readonly string[]
    readonly page: number
    readonly perPage: number
  }
}

class Comparison {
  responses = 0
  readonly #naive = new NaiveContent()
  readonly #collections: readonly string[]
  readonly #allNames: readonly string[]
  readonly #cached: DeliveryService
  readonly #uncached: DeliveryService

  constructor(
    readonly space: TestSpace,
    { collections }: GeneratedSpace,
  ) {
    for (const collection of collections) this.#naive.collection(collection)
    this.#collections = collections.map(({ apiName }) => apiName)
    this.#allNames = collections.flatMap(({ fields }) => fields.map(({ apiName }) => apiName))
    this.#cached = serviceOf(space)
    this.#uncached = serviceOf(space, { cacheBytes: 0 })
  }

  async import(records: GeneratedSpace['entries'], models: readonly object[] = []): Promise<void> {
    await this.space.import([...models, ...records] as readonly ImportRecord[])
    for (const record of records) this.#naive.put(record, this.space.time.now)
  }

  async expectRight({ fields, query: request }: Asked): Promise<void> {
    // The naive model walks every way: beyond this many levels it would walk for ever.
    const sent = { ...request, depth: Math.min(request.depth, 3) }
    const { depth, variants, page, perPage } = sent
    const projection = toProjection(fields, this.#allNames)
    const readsMax = Math.max(depth, countReferences(projection)) + 2
    for (const collection of this.#collections) {
      const query = { collection, depth, variants, page, perPage, projection }
      await this.#expect(
        readsMax,
        service => service.listEntries(this.space.space, query),
        () => this.#naive.list(collection, page, perPage, { depth, variants, fields }),
      )
    }
    const all = this.#collections.flatMap(name => this.#naive.ordered(name))
    const entry = all[(page * 7 + perPage) % Math.max(1, all.length)]
    if (!entry) return
    const { collection, id, slug = id } = entry
    const query = { collection, slug, depth, variants, projection }
    await this.#expect(
      readsMax,
      service => service.getEntry(this.space.space, query),
      () => this.#naive.doc(entry, { depth, variants, fields }),
    )
  }

  async #expect(
    readsMax: number,
    send: (service: DeliveryService) => ReturnType<DeliveryService['getEntry']>,
    expected: () => unknown,
  ): Promise<void> {
    const { statements } = this.space
    statements.length = 0
    const body = await bodyOf(send(this.#uncached))
    expect(entryReads(statements)).toBeLessThanOrEqual(readsMax)
    expectNoDraftRead(statements)
    statements.length = 0
    const cached = await bodyOf(send(this.#cached))
    expect(entryReads(statements)).toBeLessThanOrEqual(readsMax)
    if (typeof body !== 'string' || typeof cached !== 'string') {
      expect([body, cached]).toMatchObject([{ code: 'response_too_large' }, { code: 'response_too_large' }])
      return
    }
    this.responses += 1
    expect(cached).toBe(body)
    const wanted = expected()
    expect(JSON.parse(body)).toEqual(wanted as object)
    expect(namesIn(JSON.parse(body))).toEqual(namesIn(wanted))
  }
}

/** The fields of every `data`, in order. */
function namesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map(namesIn)
  if (typeof value !== 'object' || value === null) return []
  const { data, ...rest } = value as { data?: object }
  if (!('version' in value) || !data) return Object.values(rest).map(namesIn)
  return [Object.keys(data), Object.values(data).map(namesIn)]
}

let spaces = 0

test(
  'every response with some of the fields equals the naive model, before and after changes, cached or not',
  async () => {
    const root = await createTestSpace()
    let responses = 0
    await fc.assert(
      fc.asyncProperty(generatedSpace, generatedQueries, async (generated, sent) => {
        const space = await createNeighbour(root, `space-${++spaces}`)
        const comparison = new Comparison(space, generated)
        await comparison.import(generated.entries, generated.collections)
        for (const one of sent) await comparison.expectRight(one)
        space.time.now += 1000
        if (generated.later.length > 0) await comparison.import(generated.later)
        for (const one of sent) await comparison.expectRight(one)
        responses += comparison.responses
      }),
      { numRuns: fuzzRuns(60) },
    )
    expect(responses).toBeGreaterThan(0)
  },
  longTestMs,
)
