// The engine of the entry editor: when it saves, what it sends, and what it does when a request fails.
import { describe, expect, test } from 'bun:test'
import { ApiProblem } from '../../dashboard/api/request.ts'
import { parseJson } from '../../dashboard/fields/json/json-text.ts'
import { ManualClock, newEntry, openEditor, SimulatedEntry, settle, start } from './editor-simulation.ts'

const title = '/data/title'
const text = '/data/text'
const busy = (seconds: number | null) => new ApiProblem(503, 'overloaded', 'Too busy.', [], seconds)

function open(entry = new SimulatedEntry(newEntry(1, { title: 'Tide' }))) {
  const clock = new ManualClock()
  return { entry, clock, ...openEditor(entry, clock) }
}

describe('saving', () => {
  test('what is typed is sent 0.8 s after the last key, and only what changed', async () => {
    const { editor, entry, clock } = open()
    editor.change(title, 'Ti')
    await clock.advance(700)
    editor.change(title, 'Tides')
    await clock.advance(700)
    expect(entry.bodies).toEqual([])
    expect(editor.getSaveState()).toEqual({ kind: 'saving' })
    await clock.advance(100)
    expect(entry.bodies).toEqual([{ draftVersion: 1, data: { title: 'Tides' } }])
    expect(editor.getSaveState()).toEqual({ kind: 'saved', at: start + 1500 })
  })

  test('while somebody types without a pause it is sent every 5 s', async () => {
    const { editor, entry, clock } = open()
    for (let key = 0; key < 30; key++) {
      editor.change(text, 'x'.repeat(key + 1))
      await clock.advance(400)
    }
    expect(entry.bodies.length).toBe(2)
  })

  test('leaving a field sends it at once', async () => {
    const { editor, entry } = open()
    editor.change(title, 'Tides')
    editor.leaveField()
    await settle()
    expect(entry.doc?.data.title).toBe('Tides')
  })

  test('one request is under way at a time, and its response replaces nothing typed since', async () => {
    const { editor, entry, clock } = open()
    entry.holds = true
    editor.change(title, 'Tides')
    await clock.advance(800)
    editor.change(title, 'Tides of 1911')
    editor.change(text, 'Storms')
    await clock.advance(10_000)
    expect(entry.waiting.length).toBe(1)
    await entry.respond()
    expect(editor.store.getField(title).value).toBe('Tides of 1911')
    await clock.advance(800)
    await entry.respond()
    expect(entry.doc?.data).toMatchObject({ title: 'Tides of 1911', text: 'Storms' })
    expect(editor.store.edits.size).toBe(0)
  })

  test('typing back what is saved sends nothing', async () => {
    const { editor, entry, clock } = open()
    editor.change(title, 'Tides')
    editor.change(title, 'Tide')
    await clock.advance(5000)
    expect(entry.bodies).toEqual([])
    expect(editor.getSaveState()).toEqual({ kind: 'idle' })
  })

  test('a new entry is created by the first change, and its slug follows the title until one is typed', async () => {
    const { editor, entry, clock } = open(new SimulatedEntry(null))
    await clock.advance(10_000)
    expect(entry.bodies).toEqual([])
    editor.change(title, 'Tide')
    await clock.advance(800)
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(entry.doc?.slug).toBe('Tides')
    editor.change('/slug', 'my-own')
    await clock.advance(800)
    editor.change(title, 'Tides of 1911')
    await clock.advance(800)
    expect(entry.doc?.slug).toBe('my-own')
    expect(entry.bodies).toEqual([
      { collection: 'posts', id: 'e1', data: { title: 'Tide' } },
      { draftVersion: 1, data: { title: 'Tides' }, slug: null },
      { draftVersion: 2, slug: 'my-own' },
      { draftVersion: 3, data: { title: 'Tides of 1911' } },
    ])
  })

  test('an overlay is a path of its own, and null takes the override away', async () => {
    const { editor, entry, clock } = open()
    editor.change('/variants/vip/title', 'Early')
    await clock.advance(800)
    expect(entry.doc?.variants).toEqual({ vip: { title: 'Early' } })
    editor.change('/variants/vip/title', null)
    await clock.advance(800)
    expect(entry.doc?.variants).toEqual({})
    expect(editor.store.edits.size).toBe(0)
  })

  test('a key changes the state of its own field alone, so that no other field is rendered again', () => {
    const { editor } = open()
    const paths = Array.from({ length: 100 }, (_, index) => `/data/f${index}`)
    const before = paths.map(path => editor.store.getField(path))
    editor.change('/data/f7', 'x')
    const after = paths.map(path => editor.store.getField(path))
    expect(paths.filter((_, index) => before[index] !== after[index])).toEqual(['/data/f7'])
  })
})

describe('when a request fails', () => {
  test('offline: everything stays on the device, and is sent once the server is there again', async () => {
    const { editor, entry, clock, local } = open()
    entry.fate = 'offline'
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(editor.getSaveState()).toEqual({ kind: 'offline' })
    expect(local.rows.get(title)?.value).toBe('Tides')
    await clock.advance(60_000)
    expect(entry.bodies.length).toBe(6)
    entry.fate = 'response'
    editor.saver.now()
    await settle()
    expect(editor.getSaveState().kind).toBe('saved')
    expect(local.rows.size).toBe(0)
  })

  test('503: the reason is shown, and it is tried again after Retry-After', async () => {
    const { editor, entry, clock } = open()
    entry.fate = busy(10)
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(editor.getSaveState()).toEqual({ kind: 'failed', reason: 'Too busy.' })
    entry.fate = 'response'
    await clock.advance(9000)
    expect(entry.bodies.length).toBe(1)
    await clock.advance(1000)
    expect(editor.getSaveState().kind).toBe('saved')
  })

  test('a value that the server refuses is reported at its field, and the others are saved', async () => {
    const { editor, entry, clock } = open()
    editor.change(title, 'bad')
    editor.change(text, 'Storms')
    await clock.advance(2000)
    expect(entry.doc?.data).toMatchObject({ title: 'Tide', text: 'Storms' })
    expect(editor.store.getField(title).refusal?.message).toBe('must be good')
    expect(editor.getSaveState()).toEqual({ kind: 'refused', paths: [title] })
    expect(editor.save()).rejects.toThrow('Some values were not accepted')
    editor.change(title, 'Good')
    await clock.advance(800)
    expect(entry.doc?.data.title).toBe('Good')
  })

  test('an unfinished number is kept on the device and not sent, until it is a number', async () => {
    const { editor, entry, clock, local } = open()
    for (const [typed, sent] of [
      ['12.', 0],
      ['9007199254740993', 0],
      [12.5, 1],
    ] as const) {
      editor.change('/data/score', typed)
      await clock.advance(800)
      expect([typed, entry.bodies.length]).toEqual([typed, sent])
      expect(local.rows.get('/data/score')?.value).toBe(sent === 1 ? undefined : typed)
    }
  })

  test('unfinished JSON is kept on the device, conflicts with others, and keeps the entry from being published', async () => {
    const { editor, entry, clock, local } = open()
    const options = '/data/options'
    const unfinished = parseJson('{"a": 1,')
    editor.change(options, unfinished)
    await clock.advance(800)
    expect(entry.bodies).toEqual([])
    expect(local.rows.get(options)?.value).toEqual(unfinished)
    expect(editor.getSaveState()).toEqual({ kind: 'refused', paths: [options] })
    const paths = [{ path: options, message: expect.any(String) }]
    expect(editor.save()).rejects.toMatchObject({ paths })
    entry.changeAsOther('options', { b: 2 })
    await editor.poll()
    expect(editor.store.getField(options)).toMatchObject({ value: unfinished, theirs: { value: { b: 2 } } })
    editor.keepMine(options)
    editor.change(options, { a: 1 })
    await clock.advance(800)
    expect(entry.doc?.data.options).toEqual({ a: 1 })
  })

  test('the session has ended: nothing is sent until the same user has signed in again', async () => {
    const { editor, entry, clock } = open()
    entry.fate = new ApiProblem(401, 'session_required', 'Sign in.')
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(editor.getSaveState()).toEqual({ kind: 'signedOut' })
    entry.fate = 'response'
    editor.change(text, 'Storms')
    editor.leaveField()
    await clock.advance(60_000)
    expect(entry.bodies.length).toBe(1)
    editor.saver.resume()
    await settle()
    expect(entry.doc?.data).toMatchObject({ title: 'Tides', text: 'Storms' })
  })

  test('a response that was lost is no conflict, whatever is typed before the next attempt', async () => {
    const { editor, entry, clock } = open()
    entry.fate = 'lost'
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(entry.doc?.data.title).toBe('Tides')
    editor.change(title, 'Tides of 1911')
    entry.fate = 'response'
    await clock.advance(5000)
    expect(entry.doc?.data.title).toBe('Tides of 1911')
    expect(editor.getSaveState().kind).toBe('saved')
  })

  test('creating twice, because the response was lost, makes one entry with everything', async () => {
    const { editor, entry, clock } = open(new SimulatedEntry(null))
    entry.fate = 'lost'
    editor.change(title, 'Tide')
    await clock.advance(800)
    editor.change(text, 'Storms')
    entry.fate = 'response'
    await clock.advance(5000)
    expect(entry.doc?.data).toMatchObject({ title: 'Tide', text: 'Storms' })
    expect(editor.getSaveState().kind).toBe('saved')
  })

  test('after a crash the next visit has what was not acknowledged, and sends it', async () => {
    const { editor, entry, clock, local } = open()
    editor.change(title, 'Tides')
    const next = openEditor(entry, clock, local)
    expect(next.editor.store.getField(title).value).toBe('Tides')
    await clock.advance(800)
    expect(entry.doc?.data.title).toBe('Tides')
    expect(local.rows.size).toBe(0)
  })
})
