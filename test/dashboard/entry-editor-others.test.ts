// The engine of the entry editor: what others do to the entry meanwhile, undoing, and a model that changes.
import { describe, expect, test } from 'bun:test'
import { ManualClock, model, newEntry, openEditor, SimulatedEntry } from './editor-simulation.ts'

const title = '/data/title'
const text = '/data/text'

function open(entry = new SimulatedEntry(newEntry(1, { title: 'Tide' }))) {
  const clock = new ManualClock()
  return { entry, clock, ...openEditor(entry, clock) }
}

describe('others', () => {
  test('a field that nobody touched here takes the new value, with who and when', async () => {
    const { editor, entry } = open()
    entry.changeAsOther('text', 'Theirs')
    await editor.poll()
    const { value, note, theirs } = editor.store.getField(text)
    expect([value, note?.by?.name, theirs]).toEqual(['Theirs', 'mira@example.com', null])
  })

  test('a field that was edited on both sides is a conflict, and the others go on being saved', async () => {
    const { editor, entry, clock } = open()
    entry.changeAsOther('title', 'Theirs')
    editor.change(title, 'Mine')
    editor.change(text, 'Storms')
    await clock.advance(800)
    expect(editor.store.getField(title)).toMatchObject({ value: 'Mine', theirs: { value: 'Theirs' } })
    expect(editor.store.getField(title).note?.by?.name).toBe('mira@example.com')
    expect(entry.doc?.data).toMatchObject({ title: 'Theirs', text: 'Storms' })
    expect(editor.getSaveState()).toEqual({ kind: 'conflict', paths: [title] })
    expect(editor.save()).rejects.toThrow('The same fields were changed elsewhere')
  })

  test('keep mine saves what was typed; take theirs does not, and can be undone', async () => {
    for (const keep of [true, false]) {
      const { editor, entry, clock } = open()
      entry.changeAsOther('title', 'Theirs')
      editor.change(title, 'Mine')
      await clock.advance(800)
      if (keep) editor.keepMine(title)
      else editor.takeTheirs(title)
      await clock.advance(800)
      expect([keep, entry.doc?.data.title]).toEqual([keep, keep ? 'Mine' : 'Theirs'])
      expect(editor.getSaveState().kind).toBe(keep ? 'saved' : 'idle')
      if (keep) continue
      editor.undo()
      expect(editor.store.getField(title).value).toBe('Mine')
    }
  })

  test('two who type the same are in no conflict', async () => {
    const { editor, entry, clock } = open()
    entry.changeAsOther('title', 'Tides')
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(editor.getSaveState().kind).toBe('saved')
  })

  test('what was read before a save does not replace what was saved', async () => {
    const { editor, entry, clock } = open()
    entry.changeAsOther('text', 'Theirs')
    entry.holds = true
    const polled = editor.poll()
    editor.change(title, 'Tides')
    await clock.advance(800)
    await entry.respond()
    await entry.respond()
    await polled
    expect(editor.store.base.data).toMatchObject({ title: 'Tides', text: 'Theirs' })
  })

  test('an edit on this device that others have overtaken since is a conflict in the next visit', () => {
    const { editor, entry, clock, local } = open()
    editor.change(title, 'Mine')
    entry.changeAsOther('title', 'Theirs')
    const next = openEditor(entry, clock, local)
    expect(next.editor.store.getField(title)).toMatchObject({ value: 'Mine', theirs: { value: 'Theirs' } })
  })
})

describe('undoing', () => {
  test('goes back over fields and saves, and forth again', async () => {
    const { editor, entry, clock } = open()
    for (const [path, value] of [
      [title, 'A'],
      [text, 'B'],
      [title, 'C'],
    ] as const) {
      editor.change(path, value)
      editor.leaveField()
      await clock.advance(2000)
    }
    expect([editor.undo(), editor.undo(), editor.undo(), editor.undo()]).toEqual([title, text, title, null])
    await clock.advance(800)
    expect(entry.doc?.data).toMatchObject({ title: 'Tide', text: null })
    expect([editor.redo(), editor.redo(), editor.redo(), editor.redo()]).toEqual([title, text, title, null])
    await clock.advance(800)
    expect(entry.doc?.data).toMatchObject({ title: 'C', text: 'B' })
  })

  test('a restored version is undone and redone as a whole, but for what others have changed since', async () => {
    const { editor, entry, clock } = open()
    editor.change(text, 'Storms')
    await clock.advance(2000)
    entry.changeAsOther('title', 'Older')
    entry.changeAsOther('text', null)
    editor.takeReplaced(structuredClone(entry.doc!))
    const now = () => [editor.store.valueAt(title), editor.store.valueAt(text)]
    expect([editor.undo(), now()]).toEqual([title, ['Tide', 'Storms']])
    await clock.advance(2000)
    expect(entry.doc?.data).toMatchObject({ title: 'Tide', text: 'Storms' })
    expect([editor.redo(), now()]).toEqual([title, ['Older', null]])
    await clock.advance(2000)
    entry.changeAsOther('title', 'Theirs')
    await editor.poll()
    expect([editor.undo(), now()]).toEqual([text, ['Theirs', 'Storms']])
  })

  test('typing without a pause is one step', async () => {
    const { editor, clock } = open()
    for (const value of ['T', 'Ti', 'Tid']) {
      editor.change(text, value)
      await clock.advance(300)
    }
    editor.undo()
    expect(editor.store.getField(text).value).toBe(null)
  })

  test('what others have changed since is not undone', async () => {
    const { editor, entry, clock } = open()
    editor.change(title, 'Mine')
    await clock.advance(800)
    entry.changeAsOther('title', 'Theirs')
    await editor.poll()
    expect(editor.undo()).toBe(null)
    expect(editor.store.getField(title).value).toBe('Theirs')
  })
})

describe('a model that changes', () => {
  test('is asked for, and what was typed into a field that is gone is kept and not sent', async () => {
    const { editor, entry, clock, countModelChanges } = open()
    editor.change(text, 'Storms')
    entry.modelVersion = 2
    await editor.poll()
    expect(countModelChanges()).toBe(1)
    editor.setModel({ ...model, fields: [{ apiName: 'title', type: 'text' }], modelVersion: 2 })
    editor.change(title, 'Tides')
    await clock.advance(800)
    expect(entry.bodies).toEqual([{ draftVersion: 1, data: { title: 'Tides' } }])
    expect(editor.store.listHomeless()).toEqual([text])
  })
})
