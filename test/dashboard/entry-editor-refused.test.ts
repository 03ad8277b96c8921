// What the server does not take keeps nothing else from being saved: values that are too large, a role that was taken away.
import { expect, test } from 'bun:test'
import { ApiProblem } from '../../dashboard/api/request.ts'
import { ManualClock, newEntry, openEditor, SimulatedEntry, settle } from './editor-simulation.ts'

const [title, text, score, options] = ['/data/title', '/data/text', '/data/score', '/data/options'] as const

function open() {
  const entry = new SimulatedEntry(newEntry(1, { title: 'Tide' }))
  const clock = new ManualClock()
  return { entry, clock, ...openEditor(entry, clock) }
}

test('a value over 2 MiB is not sent, is reported at its field, and all others are saved', async () => {
  const { editor, entry, clock, local } = open()
  // 2 MiB in UTF-8, and far fewer characters.
  editor.change(text, 'ä'.repeat(1024 * 1024))
  editor.change(score, 7)
  await clock.advance(800)
  expect(entry.bodies).toEqual([{ draftVersion: 1, data: { score: 7 } }])
  expect(editor.store.getField(text).refusal?.message).toBe('is larger than 2 MiB')
  expect(editor.getSaveState()).toEqual({ kind: 'refused', paths: [text] })
  expect(local.rows.has(text)).toBe(true)
  editor.change(text, 'ä'.repeat(1024 * 1024 - 1))
  await clock.advance(800)
  expect(editor.getSaveState().kind).toBe('saved')
})

for (const [limit, bytesMax, message] of [
  ['a request', { body: 300, draft: Number.POSITIVE_INFINITY }, 'is larger than the server takes'],
  ['the draft', { body: Number.POSITIVE_INFINITY, draft: 300 }, 'makes the draft too large'],
] as const) {
  test(`${limit} over a limit that names no field is sent in parts, until the one that is too large is found`, async () => {
    const { editor, entry, clock } = open()
    entry.bytesMax = bytesMax
    editor.change(title, 'Tides')
    editor.change(text, 'x'.repeat(400))
    editor.change(score, 7)
    editor.change(options, { a: 1 })
    await clock.advance(800)
    expect(entry.doc?.data).toMatchObject({ title: 'Tides', text: null, score: 7, options: { a: 1 } })
    expect(editor.getSaveState()).toEqual({ kind: 'refused', paths: [text] })
    expect(editor.store.getField(text).refusal?.message).toBe(message)
    const requests = entry.bodies.length
    editor.change(score, 8)
    await clock.advance(700)
    expect(entry.bodies.length).toBe(requests)
    await clock.advance(100)
    expect(entry.bodies.slice(requests)).toEqual([{ draftVersion: expect.any(Number), data: { score: 8 } }])
  })
}

test('values that are too large together are all saved, each in a request that is taken', async () => {
  const { editor, entry } = open()
  entry.bytesMax = { ...entry.bytesMax, body: 300 }
  for (const path of [title, text, options]) editor.change(path, 'x'.repeat(200))
  expect(await editor.saver.finish()).toBe('saved')
  await settle()
  expect(editor.store.edits.size).toBe(0)
})

test('without the role what was typed stays unsent, over a reload too, until it is discarded or the role is back', async () => {
  const { editor, entry, clock, local } = open()
  entry.fate = new ApiProblem(403, 'role_required', 'This requires the role author.')
  const failed = { kind: 'failed', reason: 'you may no longer edit' } as const
  editor.change(title, 'Tides')
  await clock.advance(800)
  expect([editor.getSaveState(), editor.saver.isForbidden]).toEqual([failed, true])
  editor.saver.stop()

  const next = openEditor(entry, clock, local).editor
  await clock.advance(800)
  expect([next.getSaveState(), next.store.edits.size]).toEqual([failed, 1])
  next.takeTheirs(title)
  expect(next.getSaveState()).toEqual({ kind: 'idle' })
  expect([next.store.valueAt(title), local.rows.size]).toEqual(['Tide', 0])

  next.change(title, 'Tides')
  await clock.advance(800)
  entry.fate = 'response'
  next.change(text, 'Storms')
  await clock.advance(800)
  expect([next.getSaveState().kind, next.saver.isForbidden]).toEqual(['saved', false])
  expect(entry.doc?.data).toMatchObject({ title: 'Tides', text: 'Storms' })
})
