// Random bases, overlays and orders of ids, compared with a plain merge in memory: requests, responses, files and delivery agree.
import { expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, fuzzSeed, longTestMs } from '../kit/fuzz.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: the oracle handles values of any shape
type Any = any
type Random = () => number

/** Returns a generator of numbers from 0 to 1: the same ones for a seed. */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ids = ['v1', 'v2', 'v3']
const models = [
  {
    ...{ type: 'component', apiName: 'box', name: 'Box' },
    fields: [
      { apiName: 'text', type: 'text' },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'to', type: 'reference' },
      { apiName: 'all', type: 'reference', many: true },
      { apiName: 'boxes', type: 'component', many: true, of: ['box', 'leaf'] },
      { apiName: 'one', type: 'component', of: ['leaf'] },
    ],
  },
  {
    ...{ type: 'component', apiName: 'leaf', name: 'Leaf' },
    fields: [
      { apiName: 'text', type: 'text' },
      { apiName: 'any', type: 'json' },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'boxes', type: 'component', many: true, of: ['box', 'leaf'] },
      { apiName: 'one', type: 'component', of: ['box', 'leaf'] },
    ],
  },
  ...ids.map(id => ({ type: 'variant', id, name: id, kind: 'audience' })),
  ...['t1', 't2'].map(id => ({ type: 'entry', collection: 'pages', id, liveData: { title: id } })),
] as ImportRecord[]
const targets = ['t1', 't2', 'gone']

/** Makes values in the form that requests and responses have. */
class Maker {
  readonly random: Random
  constructor(random: Random) {
    this.random = random
  }
  number = (count: number) => Math.floor(this.random() * count)
  pick = <Value>(values: readonly Value[]): Value => values[this.number(values.length)]!
  isChosen = (chance: number) => this.random() < chance
  text = () => this.pick(['a', 'b\tc', 'd"\n', '\\u0000', '', 'é'])
  reference = () => ({ id: this.pick(targets) })
  list<Value>(max: number, make: (at: number) => Value): Value[] {
    return Array.from({ length: this.number(max + 1) }, (_, at) => make(at))
  }
  blocks(level: number): Any[] {
    const keys = ['k0', '1', '__proto__', 'key-3'].filter(() => this.isChosen(0.6))
    return keys.map(key => this.block(key, level))
  }
  block(key: string, level: number): Any {
    if (level >= 4 || this.isChosen(0.4)) return { component: 'leaf', key, data: this.fields('leaf', level) }
    return { component: 'box', key, data: this.fields('box', level) }
  }
  fields(component: string, level: number): Any {
    const names = component === 'leaf' ? ['text', 'any'] : ['text', 'tags', 'to', 'all', 'boxes', 'one']
    return Object.fromEntries(names.map(name => [name, this.value(name, level)]))
  }
  value(name: string, level: number): Any {
    if (name === 'text') return this.isChosen(0.8) ? this.text() : null
    if (name === 'tags') return this.list(2, this.text)
    if (name === 'to') return this.isChosen(0.7) ? this.reference() : null
    if (name === 'all') return this.list(3, this.reference)
    if (name === 'boxes') return level >= 4 ? [] : this.blocks(level + 1)
    if (name === 'one')
      return level >= 4 || this.isChosen(0.4)
        ? null
        : { component: 'leaf', key: 'only', data: this.fields('leaf', level + 1) }
    return this.isChosen(0.7)
      ? this.pick([[], { blocks: { k0: {} } }, [{ key: '1', component: 'leaf' }], 'x'])
      : null
  }
  page(): Any {
    const one = this.isChosen(0.7) ? this.block('only', 1) : null
    return { title: this.text(), boxes: this.blocks(1), one }
  }
  overlay(base: Any): Any {
    const overlay: Any = {}
    if (this.isChosen(0.3)) overlay.title = this.text()
    for (const name of ['boxes', 'one']) {
      if (this.isChosen(0.2)) overlay[name] = name === 'one' ? this.block('only', 1) : this.blocks(1)
      else this.addPaths(overlay, name, base[name], 1)
    }
    return overlay
  }
  addPaths(overlay: Any, at: string, value: Any, level: number): void {
    for (const block of [value].flat()) {
      if (block === null) continue
      const place = Array.isArray(value) ? `${at}/${block.key}` : at
      for (const [name, own] of Object.entries<Any>(block.data)) {
        const hasBlocks = name === 'boxes' || name === 'one'
        if (this.isChosen(hasBlocks ? 0.15 : 0.35)) {
          const set = this.value(name, level)
          if (set !== null) overlay[`${place}/${name}`] = set
        } else if (hasBlocks) this.addPaths(overlay, `${place}/${name}`, own, level + 1)
      }
    }
  }
}

/** The rule as the specification of variants has it, by flat keys. */
function mergePlainly(
  name: string,
  base: Any,
  overlays: readonly (readonly [string, Any])[],
  used: Set<string>,
): Any {
  const at = overlays.findIndex(([, overlay]) => Object.hasOwn(overlay, name))
  if (at >= 0) used.add(overlays[at]![0])
  const value = at >= 0 ? overlays[at]![1][name] : base
  const stronger = at >= 0 ? overlays.slice(0, at) : overlays
  const isBlocks = name.endsWith('boxes') || name.endsWith('one')
  if (!isBlocks || value === null || stronger.length === 0) return value
  const merge = (block: Any) => {
    const place = Array.isArray(value) ? `${name}/${block.key}` : name
    const own = stronger.filter(([, , components]: Any) => components.get(place) === block.component)
    const data = Object.entries<Any>(block.data).map(([field, each]) => [
      field,
      mergePlainly(`${place}/${field}`, each, own, used),
    ])
    return { ...block, data: Object.fromEntries(data) }
  }
  return Array.isArray(value) ? value.map(merge) : merge(value)
}

/** Returns the component of each block of the base by its place: a value is for a block of that component only. */
function componentsIn(base: Any): Map<string, string> {
  const found = new Map<string, string>()
  const add = (at: string, value: Any) => {
    for (const block of [value].flat()) {
      if (block === null) continue
      const place = Array.isArray(value) ? `${at}/${block.key}` : at
      found.set(place, block.component)
      for (const name of ['boxes', 'one']) add(`${place}/${name}`, block.data[name] ?? null)
    }
  }
  for (const name of ['boxes', 'one']) add(name, base[name])
  return found
}

/** Returns the value with references as delivery has them at depth 0. */
function toServed(value: Any): Any {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toServed).filter(each => each !== 'gone')
  if (typeof value.id === 'string')
    return value.id === 'gone' ? 'gone' : { id: value.id, collection: 'pages', slug: value.id }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const served = toServed(each)
      return [key, served === 'gone' && key === 'to' ? null : served]
    }),
  )
}

test(
  'are merged as in memory, whatever the base, the overlays and the order of ids',
  async () => {
    const seed = fuzzSeed()
    const maker = new Maker(randomOf(seed))
    const space = await createTestSpace({ records: models })
    const { send } = await openManagement(space)
    for (let run = 0; run < fuzzRuns(30); run++) {
      const id = `p${run}`
      const data = maker.page()
      const overlays = ids.map(variant => [variant, maker.overlay(data), componentsIn(data)] as const)
      const variants = Object.fromEntries(
        overlays
          .map(([variant, overlay]) => [variant, overlay])
          .filter(([, overlay]) => Object.keys(overlay as object).length > 0),
      )
      const facts = () => ({ seed, run, data: JSON.stringify(data), variants: JSON.stringify(variants) })
      const made = await send('POST', '/entries', { collection: 'pages', id, slug: id, data, variants })
      expect({
        ...facts(),
        status: made.status,
        body: made.status === 201 ? null : made.body.errors,
      }).toEqual({
        ...{ ...facts(), status: 201, body: null },
      })
      expect({ ...facts(), variants: made.body.doc.variants }).toEqual({ ...facts(), variants })
      expect((await send('POST', `/entries/${id}/publish`, { draftVersion: 1 })).status).toBe(200)
      for (let order = 0; order < 4; order++) {
        const asked = [...ids].sort(() => maker.random() - 0.5).slice(0, 1 + maker.number(3))
        const used = new Set<string>()
        const own = asked.map(variant => overlays.find(([name]) => name === variant)!)
        const expected = Object.fromEntries(
          Object.entries(data).map(([name, value]) => [name, mergePlainly(name, value, own as Any, used)]),
        )
        const response = await space.get(`/content/pages/${id}?variants=${asked.join()}`)
        const { doc } = (await response.json()) as Any
        const applied = asked.filter(variant => used.has(variant))
        expect({ ...facts(), asked, data: doc.data, applied: doc.variantsApplied }).toEqual({
          ...{ ...facts(), asked, data: toServed(expected), applied },
        })
        const preview = (await send('GET', `/preview/content/pages/${id}?variants=${asked.join()}`)).body.doc
        const data2 = JSON.parse(
          JSON.stringify(preview.data, (name, value) => (name === 'edit' ? undefined : value)),
        )
        expect({ ...facts(), data: data2, applied: preview.variantsApplied }).toEqual({
          ...{ ...facts(), data: doc.data, applied },
        })
      }
    }
    await expectInvariants(space)
    const records = await exportRecords(space)
    const other = await createTestSpace({ records: records.toReversed() })
    expect(await exportRecords(other)).toEqual(records)
    const again = await other.import(records)
    expect(again).toMatchObject({ created: 0, changed: 0 })
    await expectInvariants(other)
  },
  longTestMs,
)
