// Blocks without a browser: created and copied with new keys, found by pointers, named in places, and compared by key.
import { describe, expect, test } from 'bun:test'
import { withComponents } from '../../dashboard/api/content/components.ts'
import { copyBlock, createBlock, listBlocks, nameBlock } from '../../dashboard/fields/component/blocks.ts'
import { findComponents } from '../../dashboard/fields/component/component-picker.tsx'
import { findValueError, summarize } from '../../dashboard/fields/field-values.ts'
import { countBlockChanges, diffBlocks } from '../../dashboard/pages/entry/diff/block-diff.ts'
import { placeOfAddress, toPlace, toValueAddress } from '../../dashboard/pages/entry/engine/draft-paths.ts'
import { namePlace } from '../../dashboard/parts/entries/place-name.ts'
import type { Component, Field } from '../../src/content/values/model.ts'
import { components, landings } from './block-models.ts'

const model = withComponents(landings, components as unknown as readonly Component[])
const fields = model.fields as unknown as readonly Field[]
const sections = fields[1]!
const hero = components[0] as unknown as Component
const section = components[2] as unknown as Component

function countKeys() {
  let count = 0
  return () => `k${++count}`
}

const heading = (key: string, text: string) => ({ component: 'opener', key, data: { heading: text } })
const inside = (key: string, ...items: object[]) => ({
  component: 'section',
  key,
  data: { title: null, items },
})

const names = { entryOf: (id: string) => id, assetOf: (id: string) => id }

describe('blocks', () => {
  test('a new block has the defaults of its component, and no value in other fields', () => {
    expect(createBlock(hero, countKeys())).toEqual({
      component: 'opener',
      key: 'k1',
      data: { heading: null, picture: null, book: null, height: 400 },
    })
    expect(createBlock(section, countKeys()).data).toEqual({ title: null, items: [] })
  })

  test('a copy has new keys at every level, and the same values', () => {
    const copy = copyBlock(sections, inside('s1', heading('h1', 'A')), countKeys())
    const [item] = listBlocks(copy.data.items)
    expect([copy.key, item!.key].sort()).toEqual(['k1', 'k2'])
    expect(item!.data).toEqual({ heading: 'A' })
  })

  test('a block is named by its component and its title, or its first text', () => {
    expect(nameBlock(sections, heading('h1', 'Tides'))).toBe('Hero “Tides”')
    expect(nameBlock(sections, heading('h1', ''))).toBe('Hero')
    expect(nameBlock(sections, { component: 'gone', key: 'g', data: { a: 'b' } })).toBe('gone')
    expect(summarize(sections, [heading('h1', 'Tides'), inside('s')], names)).toBe('Hero: Tides, Section')
  })

  test('an unfinished value in a block is told by the name of its field', () => {
    const block = { component: 'opener', key: 'h', data: { height: '12.' } }
    expect(findValueError(sections, [block])).toStartWith('has an item that cannot be saved: Height must be')
    expect(findValueError(sections, [inside('s', block)])).toContain('Items cannot be saved: Height must be')
    expect(findValueError(sections, [heading('h', 'A')])).toBeNull()
  })

  test('a pointer into blocks becomes the place with their keys', () => {
    const draft = {
      slug: 'a',
      data: { sections: [heading('h', 'A'), inside('s', heading('i', 'B'))], seo: heading('x', 'C') },
      variants: {},
    }
    expect(toPlace('/data/sections/1/data/items/0/data/heading', draft)).toBe(
      '/data/sections/s/items/i/heading',
    )
    expect(toPlace('/data/sections/0', draft)).toBe('/data/sections/h')
    expect(toPlace('/data/seo/data/heading', draft)).toBe('/data/seo/heading')
    expect(toPlace('/data/sections', draft)).toBe('/data/sections')
    expect(toPlace('/data/tags/2', draft)).toBe('/data/tags')
    expect(toPlace('/slug', draft)).toBe('/slug')
  })

  test('an address becomes the place of its value, or of what is around it in the draft', () => {
    const text = [{ _type: 'component', _key: 'b', component: 'opener', data: { heading: 'C' } }]
    const draft = {
      slug: 'a',
      data: { sections: [heading('0', 'A'), inside('s', heading('i', 'B'))], seo: heading('x', 'C'), text },
      variants: { de: { sections: [heading('g', 'D')] } },
    }
    for (const [address, place] of [
      ['sections/s/items/i/heading', '/data/sections/s/items/i/heading'],
      ['sections/0', '/data/sections/0'],
      ['seo/heading', '/data/seo/heading'],
      ['title', '/data/title'],
      // The text is one value, and what is gone is not a place.
      ['text/heading', '/data/text'],
      ['sections/gone/heading', '/data/sections'],
      ['sections/s/items/gone/heading', '/data/sections/s/items'],
      ['sections/s/gone', '/data/sections/s'],
    ] as const) {
      expect([address, placeOfAddress(address, null, draft)]).toEqual([address, place])
    }
    expect(placeOfAddress('sections/g/heading', 'de', draft)).toBe('/variants/de/sections/g/heading')
    for (const place of ['/data/seo/heading', '/variants/de/seo/heading'])
      expect(toValueAddress(place)).toBe('seo/heading')
  })

  test('a place in a block is named by the fields that lead to it', () => {
    expect(namePlace('/data/sections/2/data/heading', fields)).toBe('Sections (3) › Heading')
    expect(namePlace('/data/sections/0/data/items/1/data/text', fields)).toBe(
      'Sections (1) › Items (2) › Text',
    )
    expect(namePlace('/data/seo/data/summary', fields)).toBe('SEO › Summary')
    expect(namePlace('/data/sections/0', fields)).toBe('Sections (1)')
    expect(namePlace('/data/sections/s1/items/q2/text', fields)).toBe('Sections › Items › Text')
    expect(namePlace('/data/seo/summary', fields)).toBe('SEO › Summary')
  })

  test('blocks are compared by key: added, removed, moved, and changed field by field', () => {
    const before = [heading('a', 'A'), heading('b', 'B'), heading('e', 'E'), heading('c', 'C')]
    const after = [heading('c', 'C'), heading('a', 'A!'), heading('e', 'E'), heading('d', 'D')]
    const changes = diffBlocks({ field: sections as never, variant: null, before, after })
    expect(changes.map(({ kind, block }) => `${kind} ${block.key}`).sort()).toEqual(
      ['added d', 'changed a', 'moved c', 'removed b'].sort(),
    )
    expect(changes.find(({ kind }) => kind === 'changed')!.inner).toMatchObject([
      { before: 'A', after: 'A!', field: { apiName: 'heading' } },
    ])
    expect(countBlockChanges(changes)).toBe('1 added, 1 removed, 1 changed, 1 moved')
    expect(diffBlocks({ field: sections as never, variant: null, before, after: before })).toEqual([])
  })

  test('the picker finds every word in names and descriptions, the last used components first', () => {
    const all = components as unknown as readonly Component[]
    expect(findComponents(all, 'somebody words', []).map(({ apiName }) => apiName)).toEqual(['saying'])
    expect(findComponents(all, '', ['seo'])[0]!.apiName).toBe('seo')
    expect(findComponents(all, 'nothing', [])).toEqual([])
  })
})
