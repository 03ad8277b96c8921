// A singleton holds one entry that is not archived: an import that would leave more is refused, and says which lines do.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { errorsOf } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

const setting = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'settings',
  id,
  liveData: { motto: id },
  ...rest,
})
const archived = (id: string): EntryRecord => ({
  type: 'entry',
  collection: 'settings',
  id,
  data: { motto: id },
  archived: true,
})
const author = (id: string): ImportRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  liveData: { name: id },
})
const authors = { ...(model[1] as object), singleton: true } as ImportRecord
const isTaken = (line: number, id: string, name = 'settings') =>
  `line ${line}: The collection "${name}" is a singleton and holds one entry, "${id}": archive that one first, or leave this one out.`

describe('an import is refused that would leave several entries in a singleton', () => {
  interface Case {
    readonly title: string
    readonly before?: readonly ImportRecord[]
    readonly file: readonly ImportRecord[]
    readonly errors: readonly string[]
  }
  const cases: readonly Case[] = [
    {
      title: 'both from the file',
      file: [setting('one'), setting('two'), setting('three')],
      errors: [isTaken(2, 'one'), isTaken(3, 'one')],
    },
    {
      title: 'one from the file and one in the space',
      before: [setting('one')],
      file: [author('a'), setting('two')],
      errors: [isTaken(2, 'one')],
    },
    {
      title: 'one from the file, where the file has that of the space too',
      before: [setting('one')],
      file: [setting('two'), setting('one')],
      errors: [isTaken(1, 'one')],
    },
    {
      title: 'one that the file brings back from the archive',
      before: [archived('one'), setting('two')],
      file: [setting('one')],
      errors: [isTaken(1, 'two')],
    },
    {
      title: 'those of a collection that the file makes a singleton',
      before: [author('a'), author('b')],
      file: [authors],
      errors: [
        'line 1: The collection "authors" has 2 entries, and a singleton holds one: archive the others first.',
      ],
    },
  ]
  for (const { title, before = [], file, errors } of cases) {
    test(title, async () => {
      const { space } = await openAuthoring(before)
      expect(await errorsOf(space, toNdjson(file))).toEqual([...errors])
      await expectInvariants(space)
    })
  }

  test('one that an editor creates in the meantime', async () => {
    const api = await openAuthoring()
    const importing = importBeside(api.space, [setting('one')], async preparation => {
      if (preparation === 1) await api.create({ collection: 'settings', id: 'two', data: { motto: 'mine' } })
    })
    const errors = await importing.catch(error => error.errors)
    expect(errors).toMatchObject([{ where: 'line 1', message: isTaken(1, 'two').slice('line 1: '.length) }])
    const { entry } = await dumpTables(api.space)
    expect(entry.map(({ id }) => id)).toEqual(['two'])
    await expectInvariants(api.space)
  })
})

describe('an import may put an entry into a singleton', () => {
  test('beside archived ones, in its own place, and in that of one that it archives', async () => {
    const { space } = await openAuthoring([archived('old')])
    await space.import([setting('one')])
    await space.import([setting('one', { slug: 'new' })])
    await space.import([archived('one'), setting('two')])
    await space.import([...model, setting('three')], { prune: true })
    const { entry } = await dumpTables(space)
    const active = entry.filter(row => row.archived_at === null)
    expect(active.map(({ id }) => id)).toEqual(['three'])
    await expectInvariants(space)
  })

  test('whatever an editor creates there in the meantime, if it archives that', async () => {
    const api = await openAuthoring()
    await importBeside(
      api.space,
      [...model, setting('one')],
      async preparation => {
        if (preparation === 1)
          await api.create({ collection: 'settings', id: 'two', data: { motto: 'mine' } })
      },
      true,
    )
    const { entry } = await dumpTables(api.space)
    expect(Object.fromEntries(entry.map(({ id, state }) => [id, state]))).toEqual({
      one: 'live',
      two: 'archived',
    })
    await expectInvariants(api.space)
  })
})
