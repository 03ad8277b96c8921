// The report of a model change: entries are counted once for each reason, and the first are named.
import { describe, expect, test } from 'bun:test'
import { changeValues } from '../../src/authoring/models/convert/model-values.ts'
import { planModelChange } from '../../src/authoring/models/plan/model-editor.ts'
import {
  findNewProblems,
  findRuleChanges,
  ModelReport,
} from '../../src/authoring/models/report/model-report.ts'
import type { Collection } from '../../src/content/values/model.ts'

const posts: Collection = {
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text', max: 3 },
    {
      apiName: 'kind',
      type: 'text',
      options: [
        { value: 'news', name: 'News' },
        { value: 'essay', name: 'Essay' },
      ],
    },
    { apiName: 'tags', type: 'text', many: true },
  ],
}

function planOf(...operations: object[]) {
  const result = planModelChange(posts, operations, {
    history: [],
    collections: new Set(['posts']),
    components: new Set<string>(),
  })
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.plan
}

const nothing = { changesDraft: false, changesLive: false, losses: [], problems: [] }

const toId = (index: number) => `p${String(index).padStart(2, '0')}`

test('an entry counts once for a reason, whether its draft, what is live or an overlay loses', () => {
  const report = new ModelReport({ readers: ['A text.'] })
  for (let index = 0; index < 12; index++) {
    const loss = { field: 'title', reason: 'the field is removed' }
    report.add({
      id: toId(index),
      changesDraft: true,
      changesLive: index < 3,
      losses: [loss, loss, { field: 'tags', reason: 'the field is removed' }].slice(0, index < 2 ? 3 : 2),
      problems: [],
    })
  }
  report.add({
    id: 'x',
    ...nothing,
    problems: [
      { path: '/data/title', code: 'max' },
      { path: '/variants/vip/title', code: 'max' },
    ],
  })
  expect(report.toJson()).toEqual({
    drafts: 12,
    live: 3,
    losses: [
      {
        field: 'title',
        reason: 'the field is removed',
        count: 12,
        ids: Array.from({ length: 10 }, (_, index) => toId(index)),
      },
      { field: 'tags', reason: 'the field is removed', count: 2, ids: ['p00', 'p01'] },
    ],
    problems: [{ field: 'title', code: 'max', count: 1, ids: ['x'] }],
    readers: ['A text.'],
  })
})

describe('a problem is new', () => {
  const lookups = { findTarget: () => null, findAsset: () => null }
  const find = (operations: object[], data: object, variants = {}) => {
    const plan = planOf(...operations)
    const old = { data: data as never, variants }
    return findNewProblems(findRuleChanges(plan), old, changeValues(plan, old), lookups).map(
      ({ path, code }) => `${path} ${code}`,
    )
  }
  test.each<[title: string, operations: object[], data: object, ...problems: string[]]>([
    [
      'where a value is required',
      [{ op: 'setField', field: 'tags', properties: { required: true } }],
      {},
      '/data/tags required',
    ],
    [
      'where an option that is in use goes',
      [{ op: 'setField', field: 'kind', properties: { options: [{ value: 'news' }] } }],
      { kind: 'essay' },
      '/data/kind options',
    ],
    [
      'not where it was one before',
      [{ op: 'setField', field: 'title', properties: { min: 1 } }],
      { title: 'long' },
    ],
    [
      'not where only the name is new',
      [{ op: 'renameField', field: 'title', to: 'heading' }],
      { title: 'long' },
    ],
    [
      'where two fields exchange their names and rules',
      [
        { op: 'renameField', field: 'title', to: 'x' },
        { op: 'addField', field: { apiName: 'title', type: 'text', required: true } },
      ],
      { title: 'long' },
      '/data/title required',
    ],
  ])('%s', (_, operations, data, ...problems) => {
    expect(find(operations, data)).toEqual(problems)
  })

  test('in overlays too', () => {
    const operations = [{ op: 'setField', field: 'kind', properties: { options: [{ value: 'news' }] } }]
    expect(find(operations, {}, { kind: { kind: 'essay', title: 'long' } })).toEqual([
      '/variants/kind/kind options',
    ])
  })
})

describe('values from before a change', () => {
  const history = [{ modelVersion: 3, operations: [], before: posts }]
  const restored = planModelChange(
    { ...posts, fields: [posts.fields[0]!] },
    [{ op: 'restoreField', field: 'tags', modelVersion: 3 }],
    { history, collections: new Set(), components: new Set<string>() },
  )
  const plan = 'plan' in restored ? restored.plan : planOf()
  const values = { data: { title: 'a' }, variants: {} }

  test('come back with their field, in overlays too', () => {
    const earlier = new Map([
      [3, { data: { title: 'old', tags: ['x'] }, variants: { vip: { tags: [], title: 'old' } } }],
    ])
    expect(changeValues(plan, values, earlier)).toEqual({
      data: { title: 'a', tags: ['x'] },
      variants: { vip: { tags: [] } },
      losses: [],
    })
  })

  test('are none where an entry is newer', () => {
    expect(changeValues(plan, values)).toEqual({ ...values, losses: [] })
  })
})
