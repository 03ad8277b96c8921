// Whatever is changed, from this process or another, and in whatever order it is read: an answer that is kept is byte
// for byte what a server without any cache answers, and its ETag changes exactly when its body does.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createKeys } from '../../src/keys/keys.service.ts'
import { publish, unpublish } from '../../src/publishing/publish.service.ts'
import type { ImportRecord } from '../../src/publishing/records.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { type Get, getFrom } from '../kit/other-app.ts'
import { openUrl } from '../kit/test-databases.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/test-space.ts'
import { until } from '../kit/until.ts'

const ids = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'a0', 'a1'] as const
const variantIds = ['vip', 'trade', 'late'] as const
type Id = (typeof ids)[number]

const collectionOf = (id: Id) => (id.startsWith('p') ? 'posts' : 'authors')

interface Entry {
  readonly id: Id
  readonly text: number
  readonly to: readonly Id[]
  readonly by: Id | null
  readonly slug: number
  readonly isLive: boolean
  readonly variants: Readonly<Record<string, { readonly text?: number; readonly to?: readonly Id[] }>>
}

type Change =
  | { readonly what: 'import'; readonly entries: readonly Entry[]; readonly prune: boolean }
  | { readonly what: 'publish' | 'unpublish'; readonly id: Id }
  | { readonly what: 'model'; readonly fields: number; readonly more: boolean }
  | { readonly what: 'key' }

interface Step {
  readonly change: Change
  readonly byAnother: boolean
  /** Asked while the change is made, and after it. */
  readonly meanwhile: readonly string[]
  readonly after: readonly string[]
}

const id = fc.constantFrom(...ids)
const some = fc.array(id, { maxLength: 4 })
const number = fc.integer({ min: 0, max: 2 })

const entry: fc.Arbitrary<Entry> = fc.record({
  id,
  text: number,
  to: some,
  by: fc.option(id),
  slug: number,
  isLive: fc.boolean(),
  variants: fc.dictionary(
    fc.constantFrom(...variantIds),
    fc.record({ text: number, to: some }, { requiredKeys: [] }),
    { maxKeys: 2 },
  ),
})

const entries = fc.uniqueArray(entry, { selector: one => one.id, minLength: 1, maxLength: 5 })

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('publish', 'unpublish'), id }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('import'), entries, prune: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('import'), entries, prune: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('model'), fields: number, more: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('key') }) },
) as fc.Arbitrary<Change>

const path: fc.Arbitrary<string> = fc
  .record({
    which: fc.oneof(
      fc.record({ page: fc.integer({ min: 1, max: 3 }), perPage: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ id, slug: number }),
    ),
    collection: fc.constantFrom('posts', 'authors', 'more'),
    depth: fc.integer({ min: 0, max: 3 }),
    variants: fc.uniqueArray(fc.constantFrom(...variantIds, 'nobody'), { maxLength: 3 }),
  })
  .map(({ which, collection, depth, variants }) => {
    const query = `depth=${depth}&variants=${variants}`
    return 'page' in which
      ? `/content/${collection}?page=${which.page}&perPage=${which.perPage}&${query}`
      : `/content/${collectionOf(which.id)}/${slugOf(which.id, which.slug)}?${query}`
  })

const paths = fc.array(
  fc.oneof({ weight: 20, arbitrary: path }, { weight: 1, arbitrary: fc.constant('/schema') }),
  {
    minLength: 1,
    maxLength: 6,
  },
)

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ change, byAnother: fc.boolean(), meanwhile: fc.array(path, { maxLength: 2 }), after: paths }),
  { minLength: 1, maxLength: 8 },
)

const slugOf = (id: string, slug: number) => (slug === 0 ? id : `${id}-${slug}`)

function toModels(fields: number, more: boolean): readonly ImportRecord[] {
  const to = { apiName: 'to', type: 'reference', many: true } as const
  const extra = { apiName: `extra${fields}`, type: 'text' } as const
  const names = ['posts', 'authors', ...(more ? ['more'] : [])]
  return names.map(apiName => ({
    type: 'collection',
    apiName,
    name: apiName,
    fields: [
      { apiName: 'text', type: 'integer' },
      to,
      { apiName: 'by', type: 'reference' },
      ...(fields > 0 ? [extra] : []),
    ],
  }))
}

function toRecord({ id, text, to, by, slug, isLive, variants }: Entry): ImportRecord {
  const refer = (id: Id) => ({ id })
  const values = { text, to: to.map(refer), by: by && refer(by) }
  return {
    type: 'entry',
    collection: collectionOf(id),
    id,
    slug: slugOf(id, slug),
    data: { ...values, text: text + 100 },
    ...(isLive && {
      liveData: values,
      variants: Object.fromEntries(
        Object.entries(variants).map(([id, { text, to }]) => [
          id,
          { ...(text !== undefined && { text }), ...(to && { to: to.map(refer) }) },
        ]),
      ),
    }),
  }
}

interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly text: string
}

async function toAnswer(response: Response): Promise<Answer> {
  const text =
    response.status === 200 ? await response.text() : ((await response.json()) as { code: string }).code
  return { status: response.status, etag: response.headers.get('ETag'), text }
}

class Trial {
  key: string
  keyId: string
  readonly #space: TestSpace
  readonly #other: TestSpace['database']
  /** Of each path: the ETag of each body that was seen, and the other way round. */
  readonly #tags = new Map<string, string>()
  #plain: Get | null = null

  constructor(space: TestSpace, other: TestSpace['database'], made: { id: string; key: string }) {
    this.#space = space
    this.#other = other
    this.key = made.key
    this.keyId = made.id
  }

  async make({ change, byAnother }: Step): Promise<void> {
    const { space, time } = this.#space
    time.now += 1
    const database = byAnother ? this.#other : this.#space.database
    const clock = () => time.now
    if (change.what === 'import') {
      const records = change.entries.map(toRecord)
      await this.#import(change.prune ? [...toModels(0, false), ...records] : records, change.prune, database)
    } else if (change.what === 'model') {
      await this.#import(toModels(change.fields, change.more), false, database)
    } else if (change.what === 'key') {
      const keys = createKeys({ database, clock, random: this.#space.random, usage: this.#space.usage })
      const before = this.key
      const made = await this.#space.makeKey()
      await keys.revoke(space, this.keyId)
      this.keyId = made.id
      this.key = made.key
      await until(async () => (await this.#ask('/content/posts', before)).text === 'api_key_revoked')
    } else {
      const work = change.what === 'publish' ? publish : unpublish
      const addresses = [0, 1, 2].map(slug => `${collectionOf(change.id)}/${slugOf(change.id, slug)}`)
      // Only one of them is its address, if it is there at all.
      for (const address of addresses) await work(database, space, [address], clock).catch(() => {})
    }
    const reached = (await this.#other.versions.of(space))?.revision ?? 0
    await until(async () => ((await this.#space.database.versions.of(space))?.revision ?? 0) >= reached)
    this.#plain = null
  }

  async expectRight(path: string, kept: Answer): Promise<void> {
    expect({ path, ...kept }).toEqual({ path, ...(await this.fresh(path)) })
    this.#expectTag(path, kept)
  }

  /** Of an app that keeps nothing, and has known nothing before the last change. */
  async fresh(path: string): Promise<Answer> {
    this.#plain ??= getFrom(this.#space, { database: this.#other })
    return toAnswer(await this.#plain(path, { Authorization: `Bearer ${this.key}` }))
  }

  ask(path: string): Promise<Answer> {
    return this.#ask(path, this.key)
  }

  async #ask(path: string, key: string): Promise<Answer> {
    return toAnswer(await this.#space.get(path, { Authorization: `Bearer ${key}` }))
  }

  #expectTag(path: string, { etag, text }: Answer): void {
    if (etag === null) return
    for (const [name, value] of [
      [`of ${text}`, etag],
      [`is ${etag}`, text],
    ] as const) {
      const known = this.#tags.get(name)
      expect({ path, value: known ?? value }).toEqual({ path, value })
      this.#tags.set(name, value)
    }
  }

  async #import(
    records: readonly ImportRecord[],
    prune: boolean,
    database: TestSpace['database'],
  ): Promise<void> {
    await this.#space.import(records, { prune, database })
  }
}

test(
  'what is kept is never stale',
  async () => {
    const root = await createTestSpace()
    const other = openUrl(root.url)
    let spaces = 0
    await fc.assert(
      fc.asyncProperty(entries, steps, async (first, steps) => {
        const records = [...toModels(0, false), ...first.map(toRecord)]
        const space = await createNeighbour(root, `s${++spaces}`, { records })
        const trial = new Trial(space, other, await space.makeKey())
        const asked = new Set<string>()
        for (const step of steps) {
          for (const path of step.after) {
            asked.add(path)
            await trial.ask(path)
          }
          const before = await Promise.all(step.meanwhile.map(path => trial.fresh(path)))
          const isOfKey = step.change.what === 'key'
          const meanwhile = step.meanwhile.map(path => (isOfKey ? null : trial.ask(path)))
          await trial.make(step)
          for (const [place, path] of step.meanwhile.entries()) {
            const answer = await meanwhile[place]
            if (answer) expect([before[place], await trial.fresh(path)]).toContainEqual(answer)
          }
          for (const path of [...asked, ...step.meanwhile])
            await trial.expectRight(path, await trial.ask(path))
        }
      }),
      { numRuns: fuzzRuns(60) },
    )
  },
  longTestMs,
)
