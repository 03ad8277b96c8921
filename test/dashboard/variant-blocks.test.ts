// What the form of a variant and comparisons say of values in the base's blocks.
import { describe, expect, test } from 'bun:test'
import { nameBlock } from '../../dashboard/fields/component/blocks.ts'
import { diffBlocks } from '../../dashboard/pages/entry/diff/block-diff.ts'
import { type Content, listChanges } from '../../dashboard/pages/entry/diff/changes.ts'
import { withBase } from '../../dashboard/pages/entry/diff/overlaid-blocks.ts'
import { type DraftContent, placeOfAddress, toPlace } from '../../dashboard/pages/entry/engine/draft-paths.ts'
import {
  listAround,
  listSelected,
  readVariantFacts,
  selectPlaces,
} from '../../dashboard/pages/entry/form/variant-filter.ts'
import { namePlace } from '../../dashboard/parts/entries/place-name.ts'
import type { Field } from '../../src/content/values/model.ts'
import { block, landingModel } from './edited-blocks.ts'

const fields = landingModel.fields as readonly Field[]
const sections = fields.find(({ apiName }) => apiName === 'sections')!
const page = (heading: string, more: readonly object[] = []) => ({
  title: 'A page',
  sections: [
    block('opener', 'h1', { heading, height: 1 }),
    block('section', 's1', { title: 'More', items: [block('saying', 'q1', { text: 'The sea.' })] }),
    ...more,
  ],
  seo: block('seo', 'x', { summary: null }),
})
const german = {
  'sections/h1/heading': 'Gezeiten',
  'sections/s1/items/q1/text': 'Das Meer.',
  'seo/summary': 'Kurz',
}
const toContent = (overlay: object | null, data: object = page('Tide')) =>
  ({ slug: 'p', data, variants: overlay === null ? {} : { de: overlay } }) as Content
const compare = (before: Content, after: Content) => listChanges(landingModel.fields as never, before, after)

describe('comparing', () => {
  test('values in blocks are compared by block and field, at every depth, and named by both', () => {
    const changes = compare(toContent(null), toContent(german))
    expect(changes.map(({ path }) => path)).toEqual(['/variants/de/sections', '/variants/de/seo'])
    const [hero, section] = diffBlocks(changes[0]!)
    expect(nameBlock(sections, withBase(changes[0]!.bases, hero!.block))).toBe('Hero “Gezeiten”')
    expect(hero).toMatchObject({
      kind: 'changed',
      inner: [{ field: { apiName: 'heading' }, variant: 'de', before: undefined, after: 'Gezeiten' }],
    })
    expect(nameBlock(sections, withBase(changes[0]!.bases, section!.block))).toBe('Section “More”')
    const [items] = section!.inner
    expect(diffBlocks(items!)).toMatchObject([
      { kind: 'changed', inner: [{ before: undefined, after: 'Das Meer.' }] },
    ])
    expect(nameBlock(items!.field as never, withBase(items!.bases, diffBlocks(items!)[0]!.block))).toBe(
      'Quote “Das Meer.”',
    )
    expect(diffBlocks(changes[1]!)).toMatchObject([{ inner: [{ before: undefined, after: 'Kurz' }] }])
  })

  test('a change of the base is none of the variant, and a value goes with its block', () => {
    expect(compare(toContent(german), toContent(german, page('Tides'))).map(({ path }) => path)).toEqual([
      '/data/sections',
    ])
    const gone = { ...page('Tide'), sections: page('Tide').sections.slice(1) }
    const { 'sections/h1/heading': _, ...left } = german
    const [, change] = compare(toContent(german), toContent(left, gone))
    expect(diffBlocks(change!)).toMatchObject([
      { kind: 'changed', block: { key: 'h1' }, inner: [{ before: 'Gezeiten', after: undefined }] },
    ])
  })

  test('a list of its own is told as a whole, in a block of the base too', () => {
    const own = [block('opener', 'h9', { heading: 'Nur hier' })]
    const [change] = compare(toContent(german), toContent({ sections: own, 'seo/summary': 'Kurz' }))
    expect(change).toMatchObject({ path: '/variants/de/sections', before: undefined, after: own })
    const items = [block('saying', 'q9', { text: 'Neu' })]
    const [inner] = compare(toContent(null), toContent({ 'sections/s1/items': items }))
    expect(diffBlocks(inner!)[0]!.inner).toMatchObject([{ before: undefined, after: items }])
  })

  test('values in blocks of a field that the model no longer has are shown', () => {
    const changes = listChanges([], toContent(null, {}), toContent({ 'old/k/text': 'Alt' }, {}))
    expect(changes).toMatchObject([
      { path: '/variants/de/old', before: undefined, after: { 'old/k/text': 'Alt' } },
    ])
  })
})

describe('places', () => {
  test('an address that the server names as one step is named by its fields', () => {
    const nameOf = (pointer: string) => namePlace(pointer, fields as never, () => 'German')
    expect(nameOf('/variants/de/sections~1h1~1heading')).toBe('Sections › Heading for German')
    expect(nameOf('/variants/de/sections~1s1~1items/0/data/text')).toBe(
      'Sections › Items (1) › Text for German',
    )
    expect(nameOf('/data/seo~1summary')).toBe('SEO › Summary')
  })

  test('the place of an address in a variant is in the blocks that it shows', () => {
    const draft = toContent({ 'sections/s1/items': [block('saying', 'q9', { text: 'Neu' })] }) as DraftContent
    const placeOf = (address: string) => placeOfAddress(address, 'de', draft)
    expect(placeOf('sections/h1/heading')).toBe('/variants/de/sections/h1/heading')
    expect(placeOf('sections/s1/items/q9/text')).toBe('/variants/de/sections/s1/items/q9/text')
    expect(placeOf('sections/s1/items/q1/text')).toBe('/variants/de/sections/s1/items')
    expect(placeOf('sections/gone/heading')).toBe('/variants/de/sections')
    expect(placeOf('seo/summary')).toBe('/variants/de/seo/summary')
    expect(toPlace('/variants/de/sections~1s1~1items/0/data/text', draft)).toBe(
      '/variants/de/sections/s1/items/q9/text',
    )
  })
})

describe('filters', () => {
  const factsOf = (
    overlay: object | null,
    outdated: readonly string[] = [],
    edited: readonly string[] = [],
  ) =>
    readVariantFacts(fields, {
      getDraft: () => toContent(overlay) as DraftContent,
      base: { outdated: { de: outdated } } as never,
      edits: new Map(edited.map(path => [path, {} as never])),
    })

  test('values in blocks count by themselves, and texts without a value do not', () => {
    const { 'sections/h1/heading': heading } = german
    const facts = factsOf({ 'sections/h1/heading': heading })
    // The title, three of the hero, one of the section, two of the quote in it, one of the SEO.
    expect(facts.fieldCount).toBe(8)
    expect(listSelected('overridden', facts, 'de')).toEqual(['sections/h1/heading'])
    expect(listSelected('untranslated', facts, 'de')).toEqual([
      'title',
      'sections/s1/title',
      'sections/s1/items/q1/text',
    ])
    expect(listSelected('untranslated', facts, 'vip')).toContain('sections/h1/heading')
  })

  test('a list of its own leaves no text of the base to translate', () => {
    const facts = factsOf({ 'sections/s1/items': [] })
    expect(listSelected('untranslated', facts, 'de')).toEqual([
      'title',
      'sections/h1/heading',
      'sections/s1/title',
    ])
    expect(listSelected('untranslated', factsOf({ sections: [] }), 'de')).toEqual(['title'])
  })

  test('what is outdated is overridden, and not edited since', () => {
    const outdated = ['sections/h1/heading', 'seo/summary', 'sections/gone/heading']
    expect(listSelected('outdated', factsOf(german, outdated), 'de')).toEqual([
      'sections/h1/heading',
      'seo/summary',
    ])
    const facts = factsOf(german, outdated, ['/variants/de/seo/summary'])
    expect(listSelected('outdated', facts, 'de')).toEqual(['sections/h1/heading'])
  })

  test('the blocks around selected values are opened', () => {
    const places = selectPlaces('overridden', factsOf({ 'sections/s1/items/q1/text': 'Das Meer.' }), 'de')!
    expect(listAround(places)).toEqual([
      '/variants/de/sections',
      '/variants/de/sections/s1',
      '/variants/de/sections/s1/items',
      '/variants/de/sections/s1/items/q1',
    ])
    expect(selectPlaces('all', factsOf(german), 'de')).toBeNull()
  })
})
