// An import while editors save drafts all the time. It ends, prepares no more often than necessary, and loses no
// acknowledged change.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const fields = [
  { apiName: 'title', type: 'text' },
  { apiName: 'note', type: 'text' },
  { apiName: 'next', type: 'reference' },
] as const
const posts: ImportRecord = { type: 'collection', apiName: 'posts', name: 'Posts', fields }
const entry = (id: string, live: string | null, draft: string, rest = {}): ImportRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title: draft, next: { id: 'b' } },
  ...(live !== null && { liveData: { title: live } }),
  ...rest,
})
const before = [
  posts,
  entry('a', 'old', 'draft'),
  entry('b', 'old', 'draft'),
  entry('c', null, 'draft'),
  entry('z', null, 'draft', { archived: true }),
]

interface Reply {
  readonly status: number
  readonly body: { readonly doc?: { readonly draftVersion: number } }
}
type Send = (method: string, path: string, body?: object) => Promise<Reply>

async function openSpace(): Promise<{ space: TestSpace; send: Send }> {
  const space = await createTestSpace({ records: before })
  const { key } = await space.makeKey({ scopes: ['content.write', 'content.publish', 'model.write'] })
  const send: Send = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await space.request(`/api/v1${path}`, init)
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }
  return { space, send }
}

const patch = (id: string, fields: object, draftVersion = 1) =>
  ['PATCH', `/entries/${id}`, { draftVersion, ...fields }] as const
type Step = readonly [method: string, path: string, body?: object]

interface Case {
  readonly title: string
  readonly records: readonly ImportRecord[]
  readonly steps: readonly Step[]
  readonly prune?: boolean
  /** What another plan is needed for. */
  readonly isPreparedAgain?: boolean
}

const cases: readonly Case[] = [
  {
    title: 'save a draft that it changes',
    records: [entry('a', 'new', 'new')],
    steps: [patch('a', { data: { note: 'mine', title: 'mine' } })],
  },
  {
    title: 'save a draft that it would have left as it is',
    records: [entry('a', 'old', 'draft'), entry('c', null, 'new')],
    steps: [patch('a', { data: { title: 'mine' } })],
  },
  {
    title: 'save a draft that it does not have',
    records: [entry('a', 'new', 'new')],
    steps: [patch('c', { data: { title: 'mine' } })],
  },
  {
    title: 'save and publish a draft that it changes',
    records: [entry('a', 'new', 'new')],
    steps: [patch('a', { data: { title: 'mine' } }), ['POST', '/entries/a/publish', { draftVersion: 2 }]],
  },
  {
    title: 'create an entry and change the slug of another',
    records: [entry('a', 'new', 'new')],
    steps: [
      ['POST', '/entries', { collection: 'posts', id: 'n', data: { title: 'mine' } }],
      patch('c', { slug: 'mine' }),
      patch('n', { slug: null, data: { title: 'Mine too' } }),
    ],
  },
  {
    title: 'archive an entry and bring another back',
    records: [entry('a', 'new', 'new')],
    steps: [
      ['POST', '/entries/b/archive', { draftVersion: 1 }],
      ['POST', '/entries/z/unarchive', { draftVersion: 1 }],
    ],
  },
  {
    title: 'save and create drafts whose model it changes',
    records: [{ ...posts, fields: [fields[0], fields[2]] } as ImportRecord],
    steps: [
      patch('a', { data: { title: 'mine', note: 'mine' } }),
      ['POST', '/entries', { collection: 'posts', id: 'n', data: { title: 'mine', note: 'mine' } }],
    ],
  },
  {
    title: 'save a draft that it archives',
    records: [entry('a', 'new', 'new')],
    steps: [patch('b', { slug: 'mine', data: { title: 'mine' } }), patch('c', { data: { title: 'mine' } })],
    prune: true,
  },
  {
    title: 'take a slug that it brings',
    records: [entry('d', 'new', 'new', { slug: 'place' })],
    steps: [patch('c', { slug: 'place' })],
    isPreparedAgain: true,
  },
  {
    title: 'change the slug of an entry that it has',
    records: [entry('a', 'new', 'new')],
    steps: [patch('a', { slug: 'place' })],
    isPreparedAgain: true,
  },
  {
    title: 'create an entry that it brings',
    records: [entry('d', 'new', 'new')],
    steps: [['POST', '/entries', { collection: 'posts', id: 'd', data: { title: 'mine' } }]],
    isPreparedAgain: true,
  },
  {
    title: 'delete an entry whose model it changes',
    records: [{ ...posts, fields: [fields[0], fields[2]] } as ImportRecord],
    steps: [['DELETE', '/entries/z?draftVersion=1']],
    isPreparedAgain: true,
  },
  {
    title: 'change the model',
    records: [entry('a', 'new', 'new')],
    steps: [
      [
        'POST',
        '/collections/posts/changes',
        { modelVersion: 1, operations: [{ op: 'addField', field: { apiName: 'more', type: 'text' } }] },
      ],
    ],
    isPreparedAgain: true,
  },
]

/** Without what tells two equal spaces apart. */
async function contentOf(space: TestSpace): Promise<unknown> {
  const { api_key: _, activity: _who, ...tables } = await dumpTables(space)
  return JSON.parse(JSON.stringify(tables).replaceAll(space.space, 'space'))
}

describe('an import is as if it had come after editors who in the meantime', () => {
  for (const { title, records, steps, prune = false, isPreparedAgain = false } of cases) {
    test(title, async () => {
      const [beside, inTurn] = [await openSpace(), await openSpace()]
      const source = records[0]?.type === 'collection' ? records : [posts, ...records]
      const doSteps = async ({ send }: typeof beside) => {
        for (const [method, path, body] of steps) {
          expect([path, [200, 201].includes((await send(method, path, body)).status)]).toEqual([path, true])
        }
      }
      for (const { space } of [beside, inTurn]) space.time.now += 60_000
      const { report, preparations } = await importBeside(
        beside.space,
        source,
        async preparation => {
          if (preparation === 1) await doSteps(beside)
        },
        prune,
      )
      await doSteps(inTurn)
      const expected = await inTurn.space.import(source, { prune })
      expect(preparations).toBe(isPreparedAgain ? 2 : 1)
      expect(report).toEqual(expected)
      expect(await contentOf(beside.space)).toEqual(await contentOf(inTurn.space))
      await expectInvariants(beside.space)
    })
  }
})

test('an import with a prune leaves what editors create in the meantime', async () => {
  const { space, send } = await openSpace()
  const { report, preparations } = await importBeside(
    space,
    [posts, entry('a', 'new', 'new')],
    () => send('POST', '/entries', { collection: 'posts', id: 'n', data: { title: 'mine' } }),
    true,
  )
  expect([report.removed, preparations]).toEqual([2, 1])
  const { entry: entries } = await dumpTables(space)
  expect(Object.fromEntries(entries.map(({ id, state }) => [id, state]))).toEqual({
    ...{ a: 'changed', b: 'archived', c: 'archived', n: 'draft', z: 'archived' },
  })
  await expectInvariants(space)
})

test('an import beside editors who never stop saving ends, and every save that was acknowledged is in a draft or a version', async () => {
  const { space, send } = await openSpace()
  const ids = Array.from({ length: 20 }, (_, index) => `e${index}`)
  await space.import([posts, ...ids.map(id => entry(id, 'old', 'old'))])
  const acknowledged = new Map<string, string>()
  let isDone = false
  const edit = async (id: string, index: number) => {
    for (let save = 0; !isDone; save++) {
      const title = `${id} save ${save}`
      const current = (await send('GET', `/entries/${id}`)).body.doc!
      const { status } = await send(...patch(id, { data: { title } }, current.draftVersion))
      expect([200, 409]).toContain(status)
      // A save that the import has replaced since is in a version; of later ones the last is the draft.
      if (status === 200) acknowledged.set(id, title)
      if (index === 0) space.time.now += 1000
    }
  }
  const editors = ids.map(edit)
  const records = [posts, ...ids.slice(0, 10).map(id => entry(id, 'new', 'new'))]
  const many = Array.from({ length: 2000 }, (_, index) => entry(`n${index}`, 'new', 'new'))
  const { report, preparations } = await importBeside(space, [...records, ...many], async () => {
    // Every editor has saved while it prepared.
    const seen = new Map(acknowledged)
    while (ids.some(id => acknowledged.get(id) === seen.get(id))) await Bun.sleep(1)
  })
  const atEnd = new Map(acknowledged)
  isDone = true
  await Promise.all(editors)
  expect([preparations, report.created, report.changed]).toEqual([1, 2000, 10])
  const { entry: drafts, entry_version: versions } = await dumpTables(space)
  for (const [id, title] of [...atEnd, ...acknowledged]) {
    const stored = [...drafts.filter(row => row.id === id), ...versions.filter(row => row.entry === id)]
    const titles = stored.flatMap(({ data }) => (data === null ? [] : [JSON.parse(data).title as string]))
    // Saves of one caller are one version: a later one has taken the place of this.
    const numberOf = (text: string) => Number(text.split(' save ')[1] ?? -1)
    expect(titles.some(each => numberOf(each) >= numberOf(title))).toBe(true)
  }
  await expectInvariants(space)
})
