// The editor of an entry with blocks, beside other editors of the same entry, against the management API.
import { beforeEach, expect, test } from 'bun:test'
import type { Block } from '../../dashboard/fields/component/blocks.ts'
import type { Path } from '../../dashboard/pages/entry/engine/draft-paths.ts'
import type { EntryEditor } from '../../dashboard/pages/entry/engine/entry-editor.ts'
import { block, type Editing, startEditing } from './edited-blocks.ts'

let editing: Editing
/** The bodies of the requests that save. */
let bodies: readonly object[]

beforeEach(async () => {
  editing = await startEditing()
  bodies = editing.bodies
})

const two = [
  block('opener', 'h1', { heading: 'Tide', height: 1 }),
  block('saying', 'q1', { text: 'The sea is patient.' }),
]

const create = (sections: readonly object[], more: object = {}) => editing.create({ sections, ...more })

async function open(unsent: ReadonlyMap<Path, never> = new Map()) {
  const opened = await editing.open(unsent)
  return { ...opened, ...toolsOf(opened.editor) }
}

function toolsOf(editor: EntryEditor) {
  const list = () => editor.store.valueAt('/data/sections') as readonly Block[]
  const change = (next: (blocks: readonly Block[]) => readonly object[]) =>
    editor.change('/data/sections', next(list()))
  return {
    list,
    change,
    /** Types in a field of a block, as its input does: it sets the whole list. */
    type: (key: string, name: string, value: unknown) =>
      change(blocks =>
        blocks.map(one => (one.key === key ? { ...one, data: { ...one.data, [name]: value } } : one)),
      ),
    keys: () => list().map(({ key }) => key),
    at: (path: string) => editor.store.getField(`/data/sections/${path}`),
    order: () => editor.store.getField('/data/sections'),
  }
}

async function stored(): Promise<readonly Block[]> {
  return (await editing.stored()).data.sections as readonly Block[]
}

const dataOf = (blocks: readonly Block[], key: string) => blocks.find(one => one.key === key)?.data

test('one text of a large page is sent alone, in at most 2 kB', async () => {
  await create(
    Array.from({ length: 500 }, (_, index) => block('opener', `h${index}`, { heading: 'x'.repeat(90) })),
  )
  const { editor, type } = await open()
  type('h321', 'heading', 'y'.repeat(200))
  await editor.save()
  expect(bodies).toEqual([{ draftVersion: 1, data: { 'sections/h321/heading': 'y'.repeat(200) } }])
  expect(JSON.stringify(bodies[0]).length).toBeLessThanOrEqual(2000)
})

test('adding, moving and removing name the list by its keys, and no text of it', async () => {
  await create(two)
  const { editor, change } = await open()
  change(([first, second]) => [second!, block('saying', 'q2', { text: 'New', body: null }), first!])
  await editor.save()
  change(blocks => blocks.slice(1))
  await editor.save()
  expect(bodies).toMatchObject([
    {
      data: { sections: [{ key: 'q1' }, block('saying', 'q2', { text: 'New', body: null }), { key: 'h1' }] },
    },
    { data: { sections: [{ key: 'q2' }, { key: 'h1' }] } },
  ])
  expect((await stored()).map(({ key }) => key)).toEqual(['q2', 'h1'])
})

test('a text and the order are saved one after the other', async () => {
  await create(two)
  const { editor, change, type } = await open()
  type('h1', 'heading', 'Ebb')
  change(blocks => blocks.toReversed())
  await editor.save()
  expect(bodies.map(body => Object.keys((body as { data: object }).data))).toEqual([
    ['sections'],
    ['sections/h1/heading'],
  ])
  expect((await stored()).map(({ key }) => key)).toEqual(['q1', 'h1'])
  expect(dataOf(await stored(), 'h1')).toMatchObject({ heading: 'Ebb' })
})

test('two people in one page disturb each other only in one field', async () => {
  await create(two)
  const [one, other] = [await open(), await open()]
  one.type('h1', 'heading', 'Ebb')
  await one.editor.save()
  other.type('h1', 'height', 2)
  other.type('q1', 'text', 'It waits.')
  other.change(blocks => blocks.toReversed())
  await other.editor.save()
  expect(await stored()).toMatchObject([
    { key: 'q1', data: { text: 'It waits.' } },
    { key: 'h1', data: { heading: 'Ebb', height: 2 } },
  ])
  // The other editor's change arrives while this one types.
  one.type('q1', 'text', 'Mine')
  await one.editor.poll()
  expect(one.keys()).toEqual(['q1', 'h1'])
  expect(dataOf(one.list(), 'h1')).toMatchObject({ heading: 'Ebb', height: 2 })
  expect(one.at('h1/height').note).not.toBeNull()
  expect(one.at('h1/heading').note).toBeNull()
  expect(one.at('q1/text')).toMatchObject({ value: 'Mine', theirs: { value: 'It waits.' } })
  expect(one.order()).toMatchObject({ theirs: null, waiting: ['/data/sections/q1/text'] })
  one.editor.keepMine('/data/sections/q1/text')
  await one.editor.save()
  expect(dataOf(await stored(), 'q1')).toMatchObject({ text: 'Mine' })
})

test('a block that somebody else removes is not lost with what is typed in it', async () => {
  await create(two)
  const [one, other] = [await open(), await open()]
  one.change(blocks => blocks.slice(1))
  await one.editor.save()
  other.type('h1', 'heading', 'Unseen')
  await expect(other.editor.save()).rejects.toThrow('changed elsewhere')
  expect(other.keys()).toEqual(['h1', 'q1'])
  expect(other.order().theirs).toMatchObject({ value: [{ key: 'q1' }] })
  other.editor.keepMine('/data/sections')
  await other.editor.save()
  expect(dataOf(await stored(), 'h1')).toMatchObject({ heading: 'Unseen', height: 1 })

  one.change(blocks => blocks.filter(({ key }) => key !== 'q1'))
  await one.editor.poll()
  expect(one.order().theirs).not.toBeNull()
  one.editor.takeTheirs('/data/sections')
  await one.editor.save()
  expect(one.keys()).toEqual(['h1', 'q1'])
})

test('what is typed in a new block while it is being saved is saved after it', async () => {
  await create(two)
  const { editor, change, type, list } = await open()
  change(blocks => [...blocks, block('saying', 'q2', { text: 'A', body: null })])
  const saving = editor.save()
  type('q2', 'text', 'AB')
  await saving
  await editor.save()
  expect(dataOf(await stored(), 'q2')).toMatchObject({ text: 'AB' })
  expect(dataOf(list(), 'q2')).toMatchObject({ text: 'AB' })
  expect(bodies.at(-1)).toMatchObject({ data: { 'sections/q2/text': 'AB' } })
})

test('a new block whose response was lost is there once, with what was typed since', async () => {
  await create(two)
  const first = await open()
  editing.lose(1)
  first.change(blocks => [...blocks, block('saying', 'q2', { text: 'A', body: null })])
  await expect(first.editor.save()).rejects.toThrow('reached')
  first.type('q2', 'text', 'AB')
  await first.editor.save()
  expect((await stored()).map(({ key }) => key)).toEqual(['h1', 'q1', 'q2'])
  expect(dataOf(await stored(), 'q2')).toMatchObject({ text: 'AB' })

  editing.lose(1)
  first.change(blocks => [...blocks, block('saying', 'q3', { text: 'C', body: null })])
  await expect(first.editor.save()).rejects.toThrow('reached')
  first.type('q3', 'text', 'CD')
  // The next visit has only what is on the device.
  const next = await open(first.local)
  await next.editor.save()
  expect(dataOf(await stored(), 'q3')).toMatchObject({ text: 'CD' })
  expect(next.local.size).toBe(0)
})

test('blocks in blocks and single blocks have addresses too', async () => {
  const inner = [block('saying', 'q2', { text: 'Inside.' })]
  await create([block('section', 's1', { title: 'More', items: inner })])
  const { editor, list } = await open()
  const items = () => dataOf(list(), 's1')!.items as readonly Block[]
  const setItems = (next: readonly object[]) =>
    editor.change('/data/sections', [{ ...list()[0]!, data: { ...list()[0]!.data, items: next } }])
  setItems(items().map(one => ({ ...one, data: { ...one.data, text: 'Deep' } })))
  await editor.save()
  setItems([block('opener', 'h2', { heading: 'Deeper', picture: null, height: null }), ...items()])
  await editor.save()
  editor.change('/data/seo', block('seo', 'x', { summary: 'Short' }))
  await editor.save()
  editor.change('/data/seo', block('seo', 'x', { summary: 'Shorter' }))
  await editor.save()
  editor.change('/data/seo', null)
  await editor.save()
  expect(bodies.map(body => (body as { data: object }).data)).toEqual([
    { 'sections/s1/items/q2/text': 'Deep' },
    {
      'sections/s1/items': [
        block('opener', 'h2', { heading: 'Deeper', picture: null, height: null }),
        { key: 'q2' },
      ],
    },
    { seo: block('seo', 'x', { summary: 'Short' }) },
    { 'seo/summary': 'Shorter' },
    { seo: null },
  ])
  expect(items().map(({ key }) => key)).toEqual(['h2', 'q2'])
})

test('a value that the server refuses is told at its field, in a new block too, and the others are saved', async () => {
  await create(two)
  const { editor, type, at, change, order } = await open()
  type('h1', 'heading', 7)
  type('q1', 'text', 'Saved')
  await expect(editor.save()).rejects.toThrow('not accepted')
  expect(at('h1/heading').refusal).not.toBeNull()
  expect(order()).toMatchObject({ refusal: null, waiting: ['/data/sections/h1/heading'] })
  expect(dataOf(await stored(), 'q1')).toMatchObject({ text: 'Saved' })
  expect(editor.getSaveState()).toEqual({ kind: 'refused', paths: ['/data/sections/h1/heading'] })
  type('h1', 'heading', 'Ebb')
  change(blocks => [block('saying', 'q2', { text: 7, body: null }), ...blocks])
  await expect(editor.save()).rejects.toThrow('not accepted')
  expect(at('q2/text').refusal).not.toBeNull()
  type('q2', 'text', 'Better')
  await editor.save()
  expect(at('q2/text').refusal).toBeNull()
  expect((await stored()).map(({ key }) => key)).toEqual(['q2', 'h1', 'q1'])
})

test('undo takes back one change of a page, whatever others have changed beside it', async () => {
  await create(two)
  const [one, other] = [await open(), await open()]
  one.type('h1', 'heading', 'Mine')
  await one.editor.save()
  one.change(blocks => blocks.slice(1))
  await one.editor.save()
  one.editor.undo()
  expect(dataOf(one.list(), 'h1')).toMatchObject({ heading: 'Mine', height: 1 })
  await one.editor.save()
  await other.editor.poll()
  other.type('q1', 'text', 'Theirs')
  await other.editor.save()
  await one.editor.poll()
  one.editor.undo()
  await one.editor.save()
  expect(await stored()).toMatchObject([
    { key: 'h1', data: { heading: 'Tide' } },
    { key: 'q1', data: { text: 'Theirs' } },
  ])
  one.editor.redo()
  expect(dataOf(one.list(), 'h1')).toMatchObject({ heading: 'Mine' })
})

test('a block that is removed and put back before it is saved keeps what was typed in it', async () => {
  await create(two)
  const { editor, type, change, list } = await open()
  type('h1', 'heading', 'Ebb')
  const before = list()
  change(blocks => blocks.slice(1))
  change(() => before)
  await editor.save()
  expect(bodies).toMatchObject([{ data: { 'sections/h1/heading': 'Ebb' } }])
})
