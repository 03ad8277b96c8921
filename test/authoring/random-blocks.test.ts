// Random components, pages of their blocks, and writers who are several versions behind: what is refused, drafted, served
// and moved to another space is what a model in memory says.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { readAll } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, fuzzSeed, longTestMs } from '../kit/fuzz.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

const components = ['hero', 'quote', 'section'] as const
const pages = ['p0', 'p1', 'p2'] as const
const targets = [...pages, 'gone'] as const
/** The levels of components that the generated values have at most, as many as are allowed. */
const levelsMax = 4

type Choose = (count: number) => number

interface Block {
  readonly component: string
  readonly key: string
  readonly data: Values
}
interface Values {
  [field: string]: unknown
}

interface Field {
  readonly apiName: string
  readonly type: string
  readonly many?: boolean
  readonly link?: boolean
  readonly of?: readonly string[]
}

const allFields: readonly Field[] = [
  { apiName: 'text', type: 'text' },
  { apiName: 'by', type: 'reference' },
  { apiName: 'link', type: 'reference', link: true },
  { apiName: 'also', type: 'reference', many: true },
  { apiName: 'inside', type: 'component', many: true, of: components },
  { apiName: 'seo', type: 'component', of: components },
]

type Model = ReadonlyMap<string, readonly Field[]>

const models: fc.Arbitrary<Model> = fc
  .tuple(...components.map(() => fc.subarray([...allFields.slice(1)])))
  .map(chosen => new Map(components.map((name, at) => [name, [allFields[0]!, ...chosen[at]!]])))

const pageFields: readonly Field[] = [
  { apiName: 'sections', type: 'component', many: true, of: components },
  { apiName: 'seo', type: 'component', of: components },
]

function recordsOf(model: Model): ImportRecord[] {
  const shared = [...model].map(([apiName, fields]) => ({
    type: 'component',
    apiName,
    name: apiName,
    fields,
  }))
  const collection = { type: 'collection', apiName: 'pages', name: 'Pages', fields: pageFields }
  return [...shared, collection] as unknown as ImportRecord[]
}

/** Makes values of a model. Keys and texts are unique, so that each tells where it is from. */
class Maker {
  readonly #model: Model
  readonly #choose: Choose
  #count = 0

  constructor(model: Model, choose: Choose) {
    this.#model = model
    this.#choose = choose
  }

  text = () => `text ${++this.#count}`

  block(level: number): Block {
    const component = components[this.#choose(components.length)]!
    return { component, key: `k${++this.#count}`, data: this.#values(this.#model.get(component)!, level) }
  }

  blocks(level: number, count = this.#choose(3)): Block[] {
    return Array.from({ length: count }, () => this.block(level))
  }

  #values(fields: readonly Field[], level: number): Values {
    const target = () => ({ id: targets[this.#choose(targets.length)]! })
    return Object.fromEntries(
      fields.map(({ apiName, type, many }) => {
        if (type === 'text') return [apiName, this.text()]
        if (type === 'reference')
          return [apiName, many ? Array.from({ length: this.#choose(3) }, target) : target()]
        if (many) return [apiName, level < levelsMax ? this.blocks(level + 1) : []]
        return [apiName, level < levelsMax && this.#choose(2) === 0 ? this.block(level + 1) : null]
      }),
    )
  }
}

/** The addresses of all texts in a value of blocks, with the keys of lists, and none for a single block. */
function* textsIn(value: unknown, path: string): Generator<string> {
  for (const block of [value].flat() as (Block | null)[]) {
    if (block === null) continue
    const inside = Array.isArray(value) ? `${path}/${block.key}` : path
    for (const [field, each] of Object.entries(block.data)) {
      if (field === 'text') yield `${inside}/text`
      if (field === 'inside' || field === 'seo') yield* textsIn(each, `${inside}/${field}`)
    }
  }
}

/** Returns a copy of the data with the text at the address. */
function withText(data: Values, address: string, text: string): Values {
  const copy = structuredClone(data)
  const parts = address.split('/')
  let values = copy
  for (let at = 0; at < parts.length - 1; at++) {
    const value = values[parts[at]!] as Block | Block[]
    if (Array.isArray(value)) at++
    const block = Array.isArray(value) ? value.find(({ key }) => key === parts[at])! : value
    values = block.data
  }
  values.text = text
  return copy
}

interface Draft {
  readonly data: Values
  /** The changed paths: addresses of texts, and `sections` if blocks were added, moved or removed. */
  readonly changed: ReadonlySet<string>
}

/** The drafts and publications that the server is expected to have. */
class Pages {
  readonly drafts = new Map<string, Draft[]>(pages.map(id => [id, [{ data: empty(), changed: new Set() }]]))
  readonly live = new Map<string, Values>()

  at(id: string, version = this.drafts.get(id)!.length): Values {
    return this.drafts.get(id)![version - 1]!.data
  }

  changedAfter(id: string, version: number, address: string): boolean {
    return this.drafts
      .get(id)!
      .slice(version)
      .some(({ changed }) => changed.has(address))
  }

  write(id: string, data: Values, changed: Iterable<string>): void {
    this.drafts.get(id)!.push({ data, changed: new Set(changed) })
  }

  /** Returns the expected responses at a depth, without versions and times. */
  served(depth: number): object {
    return Object.fromEntries([...this.live.keys()].sort().map(id => [id, this.#serve(id, depth)]))
  }

  #serve(id: string, depth: number): object {
    const stub = { id, slug: id, collection: 'pages' }
    return { ...stub, data: this.#deliver(this.live.get(id)!, depth) }
  }

  #deliver(values: Values, depth: number): Values {
    const refer = ({ id }: { id: string }, isLink: boolean) => {
      if (!this.live.has(id)) return null
      return depth === 0 || isLink ? { id, slug: id, collection: 'pages' } : this.#serve(id, depth - 1)
    }
    const deliver = (block: Block | null) => block && { ...block, data: this.#deliver(block.data, depth) }
    const deliverOne = (field: string, value: unknown) => {
      if (field === 'text' || value === null) return value
      if (field === 'by' || field === 'link') return refer(value as { id: string }, field === 'link')
      if (field === 'also')
        return (value as { id: string }[]).map(each => refer(each, false)).filter(each => each !== null)
      return Array.isArray(value) ? value.map(deliver) : deliver(value as Block)
    }
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, deliverOne(field, value)]),
    )
  }
}

const empty = (): Values => ({ sections: [], seo: null })

/** Leaves out versions and times, at every depth. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { version: _, firstPublishedAt: _first, publishedAt: _last, ...rest } = value as Values
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, plain(each)]))
}

async function readServed(space: TestSpace, depth: number): Promise<object> {
  const all = await readAll(space, { depth })
  return Object.fromEntries(
    [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, doc]) => [id, plain(doc)]),
  )
}

const step = fc.record({
  kind: fc.constantFrom('text', 'text', 'text', 'list', 'list', 'single', 'publish', 'publish', 'unpublish'),
  page: fc.constantFrom(...pages),
  /** The number of versions by which the writer is behind. */
  behind: fc.constantFrom(0, 0, 1, 2),
  seed: fc.nat(2 ** 30),
})

test('blocks are refused, drafted, served and exported as a model in memory says', async () => {
  let conflicts = 0
  await fc.assert(
    fc.asyncProperty(models, fc.array(step, { minLength: 6, maxLength: 24 }), async (model, steps) => {
      const space = await createTestSpace({ records: recordsOf(model) })
      const { send } = await openManagement(space)
      for (const id of pages) {
        const created = await send('POST', '/entries', { collection: 'pages', id, slug: id, data: {} })
        expect(created.status).toBe(201)
      }
      const expected = new Pages()
      let state = 0
      const choose: Choose = count => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return Math.floor((state / 2 ** 32) * count)
      }
      const maker = new Maker(model, choose)

      for (const { kind, page, behind, seed } of steps) {
        state = seed
        const newest = expected.drafts.get(page)!.length
        const seen = Math.max(1, newest - behind)
        const save = async (data: object, isConflict: boolean) => {
          const { status, body } = await send('PATCH', `/entries/${page}`, { draftVersion: seen, data })
          if (isConflict) conflicts++
          expect({ page, seen, data, status }).toEqual({ page, seen, data, status: isConflict ? 409 : 200 })
          return body
        }
        if (kind === 'publish' || kind === 'unpublish') {
          const state = kind === 'publish' ? { draftVersion: newest } : {}
          const { status, body } = await send('POST', `/entries/${page}/${kind}`, state)
          expect({ status, body }).toMatchObject({ status: 200 })
          if (kind === 'publish') expected.live.set(page, expected.at(page))
          else expected.live.delete(page)
        } else if (kind === 'text') {
          const known = pageFields.flatMap(({ apiName }) => [
            ...textsIn(expected.at(page, seen)[apiName], apiName),
          ])
          const address = known[choose(known.length)]
          if (address === undefined) continue
          const now = [
            ...textsIn(expected.at(page).sections, 'sections'),
            ...textsIn(expected.at(page).seo, 'seo'),
          ]
          const isConflict = !now.includes(address) || expected.changedAfter(page, seen, address)
          const text = maker.text()
          await save({ [address]: text }, isConflict)
          if (!isConflict) expected.write(page, withText(expected.at(page), address, text), [address])
        } else if (kind === 'single') {
          const before = expected.at(page).seo
          const seo = choose(4) === 0 ? null : maker.block(1)
          const removed = ['seo', ...textsIn(before, 'seo')]
          const isChange = seo !== null || before !== null
          const isConflict = isChange && removed.some(path => expected.changedAfter(page, seen, path))
          await save({ seo }, isConflict)
          if (isChange && !isConflict) {
            expected.write(page, { ...expected.at(page), seo }, [...removed, ...textsIn(seo, 'seo')])
          }
        } else {
          const current = expected.at(page).sections as Block[]
          const left = [...(expected.at(page, seen).sections as Block[])]
          const added = maker.blocks(1, choose(2))
          const sent: Block[] = [...added]
          while (left.length > 0) {
            const [block] = left.splice(choose(left.length), 1)
            if (choose(4) > 0) sent.splice(choose(sent.length + 1), 0, block!)
          }
          const isChange = sent.map(block => block.key).join() !== current.map(block => block.key).join()
          const gone = current.filter(({ key }) => !sent.some(block => block.key === key))
          const removed = ['sections', ...textsIn(gone, 'sections')]
          const isConflict = isChange && removed.some(path => expected.changedAfter(page, seen, path))
          const sections = sent.map(block => (added.includes(block) ? block : { key: block.key }))
          await save({ sections }, isConflict)
          if (isChange && !isConflict) {
            const next = sent.map(block => current.find(({ key }) => key === block.key) ?? block)
            const changed = [...removed, ...textsIn(added, 'sections')]
            expected.write(page, { ...expected.at(page), sections: next }, changed)
          }
        }
        const { doc } = (await send('GET', `/entries/${page}`)).body
        expect(plainReferences(doc.data)).toEqual(expected.at(page))
        expect(doc.draftVersion).toBe(expected.drafts.get(page)!.length)
        for (const depth of [0, 1, 2]) expect(await readServed(space, depth)).toEqual(expected.served(depth))
      }
      await expectInvariants(space)

      const moved = await createTestSpace({ records: await exportRecords(space) })
      expect(await readServed(moved, 2)).toEqual(expected.served(2))
      await expectInvariants(moved)
    }),
    { numRuns: fuzzRuns(40), seed: fuzzSeed(), endOnFailure: true },
  )
  expect(conflicts).toBeGreaterThan(5)
})

/** References as they were sent, by their ids alone. */
function plainReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainReferences)
  if (typeof value !== 'object' || value === null) return value
  if ('id' in value) return { id: value.id }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainReferences(each)]))
}
