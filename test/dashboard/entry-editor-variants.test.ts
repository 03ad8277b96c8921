// The editor of an entry with blocks whose fields are overridden in variants, against the management API.
import { beforeEach, expect, test } from 'bun:test'
import type { Block } from '../../dashboard/fields/component/blocks.ts'
import { shownAt } from '../../dashboard/pages/entry/engine/draft-paths.ts'
import { block, type Editing, startEditing } from './edited-blocks.ts'

let editing: Editing

beforeEach(async () => {
  editing = await startEditing()
})

const page = {
  sections: [
    block('opener', 'h1', { heading: 'Tide', height: 1 }),
    block('section', 's1', {
      title: 'More',
      items: [block('saying', 'q1', { text: 'The sea is patient.' })],
    }),
  ],
  seo: block('seo', 'x', { summary: 'Short' }),
}

async function open() {
  const { editor } = await editing.open()
  const { store } = editor
  return {
    editor,
    type: (address: string, value: unknown) => editor.change(`/variants/de/${address}`, value),
    base: (address: string, value: unknown) => editor.change(`/data/${address}`, value),
    at: (address: string) => store.getField(`/variants/de/${address}`),
    shown: (field: string) => shownAt(store.getDraft(), `/variants/de/${field}`) as readonly Block[],
    overlay: () => store.getDraft().variants.de,
  }
}

const german = async () => (await editing.stored()).variants.de

const translated = {
  'sections/h1/heading': 'Gezeiten',
  'sections/s1/items/q1/text': 'Das Meer wartet.',
  'seo/summary': 'Kurz',
}

test('a value in a block of each depth is saved at its address, and only that', async () => {
  await editing.create(page)
  const { editor, type, shown } = await open()
  for (const [address, value] of Object.entries(translated)) type(address, value)
  expect(shown('sections')).toMatchObject([
    { key: 'h1', data: { heading: 'Gezeiten', height: 1 } },
    { key: 's1', data: { title: 'More', items: [{ data: { text: 'Das Meer wartet.' } }] } },
  ])
  await editor.save()
  expect(editing.bodies).toEqual([{ draftVersion: 1, variants: { de: translated } }])
  expect(await german()).toEqual(translated)
  type('sections/h1/heading', null)
  await editor.save()
  expect(Object.keys((await german())!)).toEqual(['sections/s1/items/q1/text', 'seo/summary'])
})

test('a value in a block is undone and redone, saved or not', async () => {
  await editing.create(page, { de: translated })
  const { editor, type, at } = await open()
  type('sections/h1/heading', 'Ebbe')
  editor.leaveField()
  await editor.save()
  type('sections/h1/heading', null)
  editor.undo()
  expect(at('sections/h1/heading').value).toBe('Ebbe')
  editor.undo()
  await editor.save()
  expect(await german()).toEqual(translated)
  editor.redo()
  await editor.save()
  expect(await german()).toEqual({ ...translated, 'sections/h1/heading': 'Ebbe' })
})

test('two people disturb each other only in the same value of the same variant', async () => {
  await editing.create(page, { de: translated })
  const [one, other] = [await open(), await open()]
  one.type('sections/h1/heading', 'Ebbe')
  one.editor.change('/variants/vip/sections/h1/heading', 'Tides for you')
  await one.editor.save()
  other.base('sections/h1/heading', 'Tides')
  other.type('sections/s1/title', 'Mehr')
  await other.editor.save()
  expect(other.at('sections/h1/heading')).toMatchObject({ value: 'Ebbe', theirs: null })
  expect(other.at('sections/h1/heading').note).not.toBeNull()
  one.type('sections/s1/title', 'Weiteres')
  await expect(one.editor.save()).rejects.toThrow('changed elsewhere')
  expect(one.at('sections/s1/title')).toMatchObject({ value: 'Weiteres', theirs: { value: 'Mehr' } })
  expect(one.at('sections')).toMatchObject({ waiting: ['/variants/de/sections/s1/title'] })
  one.editor.keepMine('/variants/de/sections/s1/title')
  await one.editor.save()
  expect(await german()).toMatchObject({ 'sections/h1/heading': 'Ebbe', 'sections/s1/title': 'Weiteres' })
})

test('a translation that somebody else adds is noted, and none that goes with its block', async () => {
  await editing.create(page, { de: { 'seo/summary': 'Kurz' } })
  const [one, other] = [await open(), await open()]
  one.type('sections/h1/heading', 'Gezeiten')
  one.base('seo', null)
  await one.editor.save()
  await other.editor.poll()
  expect(other.at('sections/h1/heading')).toMatchObject({ value: 'Gezeiten', note: {} })
  expect(other.at('seo/summary')).toMatchObject({ value: null, note: null })
})

test('the values of a block that comes back wait while its list waits for a decision', async () => {
  await editing.create(page, { de: translated })
  const [one, other] = [await open(), await open()]
  const all = one.editor.store.valueAt('/data/sections') as readonly Block[]
  one.base('sections', all.slice(1))
  await one.editor.save()
  await other.editor.poll()
  other.base('sections', [block('saying', 'q7', { text: null, body: null }), all[1]])
  await other.editor.save()
  one.base('sections', all)
  await expect(one.editor.save()).rejects.toThrow('changed elsewhere')
  expect(one.at('sections/h1/heading')).toMatchObject({ value: 'Gezeiten', refusal: null })
  one.editor.keepMine('/data/sections')
  await one.editor.save()
  expect(await german()).toEqual(translated)
})

test('the values of a variant in a list are restored together from an older version', async () => {
  await editing.create(page, { de: translated })
  const { editor, type } = await open()
  type('sections/h1/heading', 'Ebbe')
  type('sections/s1/items/q1/text', null)
  await editor.save()
  const body = { draftVersion: 2, from: 'd1', paths: ['/variants/de/sections'] }
  editor.takeReplaced((await editing.send('POST', '/entries/e1/restore', body)).doc)
  expect(await german()).toEqual(translated)
  editor.undo()
  await editor.save()
  expect(await german()).toEqual({ 'sections/h1/heading': 'Ebbe', 'seo/summary': 'Kurz' })
})

test('a value that the server refuses is told at its field in the block', async () => {
  await editing.create(page)
  const { editor, type, at } = await open()
  type('sections/s1/items/q1/text', 7)
  type('seo/summary', 'Kurz')
  await expect(editor.save()).rejects.toThrow('not accepted')
  expect(at('sections/s1/items/q1/text').refusal).not.toBeNull()
  expect(at('sections')).toMatchObject({
    refusal: null,
    waiting: ['/variants/de/sections/s1/items/q1/text'],
  })
  expect(await german()).toEqual({ 'seo/summary': 'Kurz' })
})

test('a problem of an overridden value is at its field', async () => {
  await editing.create(page, { de: { 'seo/summary': 'Much longer than it may be' } })
  const { at } = await open()
  expect(at('seo').problems).toMatchObject([{ place: '/variants/de/seo/summary' }])
})

test('a list of its own starts as it was shown, replaces the values in it, and goes again', async () => {
  await editing.create(page, { de: translated })
  const { editor, type, shown, at, overlay } = await open()
  const merged = shown('sections')
  type('sections/h1/height', 3)
  type('sections/h1/height', null)
  type('sections', merged)
  expect([editor.store.listHomeless(), editor.store.listConflicts()]).toEqual([[], []])
  await editor.save()
  expect(await german()).toEqual({ 'seo/summary': 'Kurz', sections: (await german())!.sections! })
  expect((await german())!.sections).toMatchObject([
    { key: 'h1', data: { heading: 'Gezeiten' } },
    { key: 's1', data: { items: [{ key: 'q1', data: { text: 'Das Meer wartet.' } }] } },
  ])
  expect(editor.getSaveState().kind).toBe('saved')
  editor.undo()
  expect(overlay()).toEqual(translated)
  await editor.save()
  expect(await german()).toEqual(translated)
  expect(at('sections/h1/heading').note).toBeNull()
  editor.redo()
  await editor.save()
  type('sections', null)
  await editor.save()
  expect(await german()).toEqual({ 'seo/summary': 'Kurz' })
  expect(shown('sections')[0]!.data.heading).toBe('Tide')
  editor.undo()
  await editor.save()
  expect((await german())!.sections).toMatchObject(merged)
})

test('a list of its own that the server refuses leaves the values in the blocks for everyone', async () => {
  await editing.create(page, { de: translated })
  const { editor, type } = await open()
  type('sections', [block('opener', 'h1', { heading: 7 })])
  await expect(editor.save()).rejects.toThrow('not accepted')
  expect(await german()).toEqual(translated)
  type('sections', [block('opener', 'h1', { heading: 'Nur hier' })])
  await editor.save()
  expect(await german()).toMatchObject({ 'seo/summary': 'Kurz', sections: [{ key: 'h1' }] })
})

test('a list of its own that is taken back before its response came loses no value', async () => {
  await editing.create(page, { de: translated })
  const { editor, type, shown } = await open()
  type('sections', shown('sections'))
  const saved = editor.save()
  editor.undo()
  await saved.catch(() => {})
  await editor.save()
  expect(await german()).toEqual(translated)
})

test('a list in a block of the base can be its own, too', async () => {
  await editing.create(page, { de: translated })
  const { editor, type, shown } = await open()
  type('sections/s1/items', [block('saying', 'q9', { text: 'Nur hier.', body: null })])
  await editor.save()
  expect(await german()).toMatchObject({
    'sections/h1/heading': 'Gezeiten',
    'sections/s1/items': [{ key: 'q9' }],
  })
  expect(shown('sections')[1]!.data.items).toMatchObject([{ key: 'q9' }])
  editor.undo()
  await editor.save()
  expect(await german()).toEqual(translated)
})

test('the values of a block go with it, and come back with it', async () => {
  await editing.create(page, { de: translated, vip: { 'sections/h1/heading': 'For you' } })
  const { editor, type, base, shown, overlay } = await open()
  type('sections/h1/heading', 'Ebbe')
  const all = editor.store.valueAt('/data/sections') as readonly Block[]
  base('sections', all.slice(1))
  expect(Object.keys(overlay()!)).not.toContain('sections/h1/heading')
  await editor.save()
  expect((await editing.stored()).variants.vip).toBeUndefined()
  // By undo, and by the button below the list.
  for (const bring of [() => editor.undo(), () => base('sections', all)]) {
    bring()
    await editor.save()
    expect((await editing.stored()).variants).toEqual({
      de: { ...translated, 'sections/h1/heading': 'Ebbe' },
      vip: { 'sections/h1/heading': 'For you' },
    })
    expect(shown('sections')[0]!.data.heading).toBe('Ebbe')
    base('sections', all.slice(1))
    await editor.save()
  }
})

test('a block that is removed and put back while that is saved loses no value of a variant', async () => {
  await editing.create(page, { de: translated })
  const { editor, base } = await open()
  const all = editor.store.valueAt('/data/sections') as readonly Block[]
  base('sections', all.slice(1))
  const saved = editor.save()
  base('sections', all)
  await saved.catch(() => {})
  await editor.save()
  expect(await german()).toEqual(translated)
})

test('what is typed in a block that somebody else removes is kept, and shown apart', async () => {
  await editing.create(page, { de: translated })
  const [one, other] = [await open(), await open()]
  one.base('sections', (one.editor.store.valueAt('/data/sections') as readonly Block[]).slice(1))
  await one.editor.save()
  other.type('sections/h1/heading', 'Ebbe')
  other.type('seo/summary', 'Kürzer')
  await other.editor.save().catch(() => {})
  expect(other.editor.store.listHomeless()).toEqual(['/variants/de/sections/h1/heading'])
  expect(other.editor.store.valueAt('/variants/de/sections/h1/heading')).toBe('Ebbe')
  expect((await german())!['seo/summary']).toBe('Kürzer')
})

test('what is typed where somebody else has set a list of its own is kept, and shown apart', async () => {
  await editing.create(page, { de: translated })
  const [one, other] = [await open(), await open()]
  one.type('sections', one.shown('sections'))
  await one.editor.save()
  other.type('sections/s1/title', 'Mehr')
  await other.editor.save().catch(() => {})
  expect(other.editor.store.listHomeless()).toEqual(['/variants/de/sections/s1/title'])
  expect((await german())!.sections).toHaveLength(2)
})

test('an override is outdated from a change of the base until it is changed itself', async () => {
  await editing.create(page, { de: { ...translated, title: 'Seite' } })
  const { editor, type, base, at } = await open()
  expect(at('sections/h1/heading').isOutdated).toBe(false)
  base('sections/h1/heading', 'Tides')
  base('title', 'Another page')
  await editor.save()
  expect(at('sections/h1/heading').isOutdated).toBe(true)
  expect(at('title').isOutdated).toBe(true)
  expect(at('sections/s1/items/q1/text').isOutdated).toBe(false)
  type('sections/h1/heading', 'Ebbe')
  expect(at('sections/h1/heading').isOutdated).toBe(false)
  await editor.save()
  expect(at('sections/h1/heading').isOutdated).toBe(false)
})
