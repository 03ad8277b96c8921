// Changes of models over HTTP: what they do to drafts and to what is live, and what they refuse.
import { describe, expect, test } from 'bun:test'
import { publish } from '../../src/authoring/entries/publish.service.ts'
import { newDraft } from '../kit/database/entry-row.ts'
import { revisionOf } from '../kit/oracle/tables.ts'
import { type ModelSpace, openModelSpace } from './model-space.ts'

const required = { op: 'addField', field: { apiName: 'lead', type: 'text', required: true } }

describe('a required field that is added', () => {
  test('is served as null, drafts get a problem, and the next publication needs a value', async () => {
    const space = await openModelSpace()
    const before = await space.served('one')
    const { status, body } = await space.change([required])
    expect(status).toBe(200)
    expect(body.doc).toMatchObject({
      apiName: 'posts',
      kind: 'collection',
      modelVersion: 2,
      entries: 3,
      live: 2,
    })
    expect(body.doc.fields.at(-1)).toEqual({ apiName: 'lead', type: 'text', required: true })
    expect(body.report).toEqual({
      drafts: 0,
      live: 2,
      losses: [],
      problems: [{ field: 'lead', code: 'required', count: 3, ids: ['p1', 'p2', 'p3'] }],
      readers: ['Responses have a new field "lead", null until a value is published.'],
    })
    const after = await space.served('one')
    expect(after.doc).toEqual({ ...before.doc, data: { ...before.doc.data, lead: null } })
    expect(await space.entry('p1')).toMatchObject({ draftVersion: 1, state: 'live', problems: 1 })
    expect(publish(space.database, space.space, ['posts/two'], () => space.time.now)).rejects.toThrow(
      /invalid/,
    )
  })
})

describe('a field that is filled', () => {
  test('has its default in drafts and in what is live, under the same versions and times', async () => {
    const space = await openModelSpace()
    const before = await space.served('one')
    const field = { apiName: 'level', type: 'integer', default: 3 }
    const { status, body } = await space.change([{ op: 'addField', field, before: 'code', fill: true }])
    expect({ status, report: body.report }).toMatchObject({
      status: 200,
      report: { drafts: 3, live: 2, losses: [] },
    })
    const after = await space.served('one')
    const { title, ...rest } = before.doc.data
    expect(after.doc).toEqual({ ...before.doc, data: { title, level: 3, ...rest } })
    expect(Object.keys(after.doc.data)).toEqual(['title', 'level', 'code', 'tags', 'author', 'kind'])
    expect(await space.entry('p3')).toMatchObject({ data: { level: 3 }, draftVersion: 2, state: 'draft' })
    expect(await space.entry('p1')).toMatchObject({ state: 'live' })
    expect(await space.entry('p2')).toMatchObject({ state: 'changed' })
  })
})

describe('a field that is renamed', () => {
  test('has its values in drafts, overlays and what is live, and readers are told', async () => {
    const space = await openModelSpace()
    const { status, body } = await space.change([{ op: 'renameField', field: 'title', to: 'headline' }])
    expect(status).toBe(200)
    expect(body.doc.titleField).toBe('headline')
    expect(body.report).toMatchObject({ drafts: 3, live: 2, losses: [], problems: [] })
    expect(body.report.readers).toEqual([
      'The field "title" is called "headline" in responses, and queries that name "title" are refused.',
    ])
    expect((await space.served('one')).doc.data.headline).toBe('One')
    expect(await space.entry('p1')).toMatchObject({
      data: { headline: 'One' },
      variants: { vip: { headline: 'One, early' } },
      state: 'live',
    })
    const found = await space.get('/content/posts?filter[headline]=Two')
    expect(((await found.json()) as { count: number }).count).toBe(1)
    expect((await space.get('/content/posts?filter[title]=Two')).status).toBe(400)
    const variant = await space.get('/content/posts/one?variants=vip')
    expect(((await variant.json()) as { doc: { data: object } }).doc.data).toMatchObject({
      headline: 'One, early',
    })
  })

  test('is refused by its earlier name, with the present one', async () => {
    const space = await openModelSpace()
    await space.change([{ op: 'renameField', field: 'title', to: 'headline' }])
    const { status, body } = await space.change([{ op: 'moveField', field: 'title', before: null }])
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [
        {
          in: 'body',
          name: '/operations/0/field',
          message: 'is not a field of the model: it is called "headline" now',
        },
      ],
    })
  })
})

describe('a field with values that is removed', () => {
  const remove = [
    { op: 'removeField', field: 'tags' },
    { op: 'removeField', field: 'code' },
  ]
  const losses = [
    { field: 'tags', reason: 'the field is removed', count: 1, ids: ['p1'] },
    { field: 'code', reason: 'the field is removed', count: 3, ids: ['p1', 'p2', 'p3'] },
  ]

  test('is refused with what would be lost, and nothing changes', async () => {
    const space = await openModelSpace()
    const before = [await space.served('one'), await space.entry('p1'), await revisionOf(space)]
    const { status, body } = await space.change(remove)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'model_change_loses', report: { drafts: 3, live: 2, losses } })
    expect([await space.served('one'), await space.entry('p1'), await revisionOf(space)]).toEqual(before)
    expect((await space.ask('GET', '/collections/posts')).body.doc.modelVersion).toBe(1)
  })

  test('is reported in the same way by a dry run, which changes nothing', async () => {
    const space = await openModelSpace()
    const before = [await space.served('one'), await space.entry('p1'), await revisionOf(space)]
    const { status, body } = await space.change(remove, { dryRun: true })
    expect(status).toBe(200)
    expect(body.report).toMatchObject({ drafts: 3, live: 2, losses })
    expect(body.doc).toMatchObject({ modelVersion: 2, entries: 3, live: 2 })
    expect([await space.served('one'), await space.entry('p1'), await revisionOf(space)]).toEqual(before)
  })

  test('has its values in drafts again when it is restored, and none in live entries', async () => {
    const space = await openModelSpace()
    const before = await space.entry('p1')
    expect((await space.change(remove, { acceptLosses: true })).status).toBe(200)
    expect((await space.served('one')).doc.data).toEqual({
      title: 'One',
      author: expect.anything(),
      kind: 'news',
    })
    expect(await space.entry('p1')).toMatchObject({ data: { title: 'One' }, draftVersion: 2, state: 'live' })
    const { status, body } = await space.change([
      { op: 'restoreField', field: 'tags', modelVersion: 2 },
      { op: 'restoreField', field: 'code', modelVersion: 2 },
    ])
    expect({ status, report: body.report }).toMatchObject({
      status: 200,
      report: { drafts: 3, live: 2, losses: [] },
    })
    expect(await space.entry('p1')).toMatchObject({ ...before, draftVersion: 3, state: 'changed' })
    expect((await space.served('one')).doc.data).toMatchObject({ title: 'One', tags: [], code: null })
    expect(body.doc.fields.map(({ apiName }: { apiName: string }) => apiName)).toEqual([
      'title',
      'code',
      'tags',
      'author',
      'kind',
    ])
  })

  test('has its values again when it is restored, although drafts have changed since', async () => {
    const space = await openModelSpace()
    await space.change([{ op: 'renameField', field: 'tags', to: 'labels' }])
    await space.change([{ op: 'removeField', field: 'labels' }], { acceptLosses: true })
    await space.change([{ op: 'renameField', field: 'title', to: 'headline' }])
    await space.change([{ op: 'restoreField', field: 'labels', modelVersion: 3 }])
    expect(await space.entry('p1')).toMatchObject({ data: { headline: 'One', labels: ['x', 'y'] } })
  })
})

describe('a field that is converted', () => {
  test('keeps what can be read, and reports the rest', async () => {
    const space = await openModelSpace()
    const operations = [{ op: 'convertField', field: 'code', type: 'integer' }]
    const refused = await space.change(operations)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'model_change_loses',
        report: {
          losses: [
            { field: 'code', reason: 'the value cannot be converted to integer', count: 1, ids: ['p2'] },
          ],
        },
      },
    })
    expect((await space.change(operations, { acceptLosses: true })).status).toBe(200)
    expect((await space.entry('p1')).data.code).toBe(12)
    expect((await space.entry('p2')).data.code).toBeUndefined()
    expect((await space.served('two')).doc.data.code).toBe(7)
    expect((await space.entry('p1')).variants).toEqual({ vip: { title: 'One, early', code: 13 } })
    const found = await space.get('/content/posts?filter[code][gt]=10')
    expect(((await found.json()) as { count: number }).count).toBe(1)
  })
})

describe('a rule', () => {
  test('that values break changes none of them, and drafts get a problem', async () => {
    const space = await openModelSpace()
    const before = [await space.served('one'), await space.served('two'), await space.entry('p1')]
    const { status, body } = await space.change([
      { op: 'setField', field: 'kind', properties: { options: [{ value: 'news' }] } },
    ])
    expect({ status, report: body.report }).toMatchObject({
      status: 200,
      report: {
        drafts: 0,
        live: 0,
        losses: [],
        problems: [{ field: 'kind', code: 'options', count: 1, ids: ['p2'] }],
      },
    })
    expect([await space.served('one'), await space.served('two'), await space.entry('p1')]).toEqual(before)
    expect((await space.entry('p2')).problems).toBe(1)
  })

  test('for references changes no published reference', async () => {
    const space = await openModelSpace()
    const before = await space.served('one')
    await space.change([{ op: 'setField', field: 'author', properties: { to: ['posts'] } }])
    expect((await space.served('one')).doc).toEqual(before.doc)
    await space.change([{ op: 'addField', field: { apiName: 'lead', type: 'text' } }])
    expect((await space.served('one')).doc.data.author).toEqual(before.doc.data.author)
    expect((await space.entry('p1')).problems).toBe(1)
  })

  test('with a dangerous pattern is accepted, and checked in limited time', async () => {
    const space = await openModelSpace()
    const { status } = await space.change([
      { op: 'setField', field: 'code', properties: { pattern: '(a+)+$' } },
    ])
    expect(status).toBe(200)
  })
})

describe('a change of a model', () => {
  test('is refused with the newest version of the model if it names another one', async () => {
    const space = await openModelSpace()
    const ask = (modelVersion: number) =>
      space.ask('POST', '/collections/posts/changes', { modelVersion, operations: [required] })
    expect((await ask(1)).status).toBe(200)
    for (const version of [1, 3]) {
      expect(await ask(version)).toMatchObject({
        status: 409,
        body: { code: 'model_conflict', modelVersion: 2 },
      })
    }
  })

  test('is refused with all errors of its body at their places', async () => {
    const space = await openModelSpace()
    const { status, body } = await space.change([
      { op: 'addField', field: { apiName: 'title', type: 'text' } },
      { op: 'addField', field: { apiName: '__proto__', type: 'text' } },
      { op: 'addField', field: { apiName: 'x\u0000', type: 'text', help: '\u0000' } },
      { op: 'addField', field: { apiName: 'hero', type: 'component' } },
    ])
    expect(status).toBe(400)
    expect(body.errors.map(({ name }: { name: string }) => name)).toEqual([
      '/operations/1/field/apiName',
      '/operations/2/field',
      '/operations/3/field/of',
      '/operations/0/field/apiName',
    ])
  })

  test.each<[title: string, body: object, ...names: string[]]>([
    ['no version', { operations: [] }, 'modelVersion'],
    ['no operations', { modelVersion: 1 }, 'operations'],
    ['an empty list', { modelVersion: 1, operations: [] }, 'operations'],
    ['other types', { modelVersion: '1', operations: {}, dryRun: 1 }, 'modelVersion', 'operations', 'dryRun'],
    ['an unknown key', { modelVersion: 1, operations: [required], force: true }, 'force'],
  ])('is refused if its body has %s', async (_, sent, ...names) => {
    const space = await openModelSpace()
    const { status, body } = await space.ask('POST', '/collections/posts/changes', sent)
    expect(status).toBe(400)
    expect(body.errors.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test('is refused if the collection does not exist', async () => {
    const space = await openModelSpace()
    for (const name of ['none', 'a%2Fb', '%ff']) {
      expect(
        await space.ask('POST', `/collections/${name}/changes`, { modelVersion: 1, operations: [required] }),
      ).toMatchObject({ status: 404, body: { code: 'collection_not_found' } })
    }
  })

  test('is refused if it makes a singleton of several entries', async () => {
    const space = await openModelSpace()
    expect(await space.change([{ op: 'set', properties: { singleton: true } }])).toMatchObject({
      status: 409,
      body: { code: 'singleton_exists' },
    })
  })
})

test('a change of nothing is not recorded', async () => {
  const space = await openModelSpace()
  const before = await revisionOf(space)
  const { status, body } = await space.change([{ op: 'set', properties: { name: 'Posts' } }])
  expect({ status, version: body.doc.modelVersion }).toEqual({ status: 200, version: 1 })
  expect(await revisionOf(space)).toBe(before)
})

test('a change is one revision, and is recorded with who made it', async () => {
  const space = await openModelSpace()
  const before = await revisionOf(space)
  await space.change([{ op: 'renameField', field: 'title', to: 'headline' }, required])
  expect(await revisionOf(space)).toBe(before + 1)
  const rows = await space.database.transaction(
    async writes => ({
      changes: await writes.selectFrom('model_change').selectAll().where('space', '=', space.space).execute(),
      activity: await writes
        .selectFrom('activity')
        .select(['by', 'action', 'collection', 'detail'])
        .where('space', '=', space.space)
        .where('action', '=', 'model')
        .execute(),
    }),
    space.space,
  )
  expect(rows.changes).toHaveLength(1)
  expect(rows.changes[0]).toMatchObject({ collection: 'posts', model_version: 2 })
  expect(rows.activity).toEqual([
    {
      by: JSON.stringify({ kind: 'key', name: 'test' }),
      action: 'model',
      collection: 'posts',
      detail: JSON.stringify({ modelVersion: 2, operations: ['renameField', 'addField'] }),
    },
  ])
})

describe('a scheduled draft', () => {
  const schedule = async ({ database, space }: ModelSpace, entry: string, version: number) => {
    await database.transaction(async writes => {
      await writes
        .insertInto('schedule')
        .values({
          ...{ space, entry, draft_version: version, publish_at: 9e12, due_at: 9e12 },
          ...{ state: 'pending', created_at: 0 },
        })
        .execute()
    }, space)
  }
  const scheduled = ({ database, space }: ModelSpace, entry: string) =>
    database.transaction(async writes => {
      const { draft_version: version } = await writes
        .selectFrom('schedule')
        .select('draft_version')
        .where('space', '=', space)
        .where('entry', '=', entry)
        .executeTakeFirstOrThrow()
      const row = await writes
        .selectFrom('entry_version')
        .select(['data', 'sealed'])
        .where('space', '=', space)
        .where('entry', '=', entry)
        .where('draft_version', '=', version)
        .executeTakeFirst()
      return { version, data: row?.data ? JSON.parse(row.data) : null, sealed: row?.sealed ?? null }
    }, space)
  const rename = [{ op: 'renameField', field: 'title', to: 'headline' }]

  test('that is the newest goes live as it is after the change', async () => {
    const space = await openModelSpace()
    await schedule(space, 'p2', 1)
    expect((await space.change(rename)).status).toBe(200)
    expect(await space.entry('p2')).toMatchObject({ draftVersion: 2, data: { headline: 'Two, changed' } })
    expect(await scheduled(space, 'p2')).toEqual({ version: 2, data: null, sealed: 1 })
  })

  test('that is not the newest is changed too, and its losses are reported', async () => {
    const space = await openModelSpace()
    await schedule(space, 'p3', 1)
    await space.import([
      { type: 'entry', collection: 'posts', id: 'p3', slug: 'three', data: { title: 'Newer' } },
    ])
    expect(await scheduled(space, 'p3')).toMatchObject({ version: 1, data: { title: 'Three', code: '9' } })
    expect((await space.change(rename)).status).toBe(200)
    expect(await scheduled(space, 'p3')).toMatchObject({ version: 1, data: { headline: 'Three', code: '9' } })
    const { status, body } = await space.change([{ op: 'removeField', field: 'code' }])
    expect({ status, losses: body.report.losses }).toMatchObject({
      status: 409,
      losses: [{ field: 'code', count: 3, ids: ['p1', 'p2', 'p3'] }],
    })
  })
})

test('a request that would change more than 50,000 entries is refused, and one that changes none is not', async () => {
  const space = await openModelSpace()
  const entries = Array.from({ length: 50_000 }, (_, index) => ({
    ...{ space: space.space, collection: 'posts', id: `e${index}`, slug: `s${index}` },
    data: '{"title":"A"}',
    ...newDraft,
  }))
  await space.database.transaction(async writes => {
    for (let start = 0; start < entries.length; start += 5000) {
      await writes
        .insertInto('entry')
        .values(entries.slice(start, start + 5000))
        .execute()
    }
  }, space.space)
  for (const dryRun of [false, true]) {
    expect(await space.change([required], { dryRun })).toMatchObject({
      status: 409,
      body: { code: 'model_change_too_large', detail: expect.stringContaining('frontlist model apply') },
    })
  }
  expect((await space.change([{ op: 'set', properties: { description: 'Many.' } }])).status).toBe(200)
})
