// Values of an earlier model in the model of now.
import { expect, test } from 'bun:test'
import { followChanges } from '../../src/authoring/models/convert/map-paths-through-model-changes.ts'
import type { ModelOperation } from '../../src/authoring/models/model-operations.ts'
import type { PastChange } from '../../src/authoring/models/model-plan.ts'
import { planModelChange } from '../../src/authoring/models/plan/model-editor.ts'
import { unreadableAs } from '../../src/content/fields/convert-value.ts'
import { lossReasons } from '../../src/content/values/loss-reasons.ts'
import type { Collection, Values } from '../../src/content/values/model.ts'

const first: Collection = {
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'code', type: 'text' },
    { apiName: 'tags', type: 'text', many: true },
  ],
}

/** The models that these changes lead through. */
function historyOf(...changes: readonly ModelOperation[][]) {
  const history: PastChange[] = []
  let model = first
  for (const [index, operations] of changes.entries()) {
    const result = planModelChange(model, operations, {
      history,
      collections: new Set(),
      components: new Set<string>(),
    })
    if ('errors' in result) throw new Error(JSON.stringify(result.errors))
    history.push({ modelVersion: index + 2, before: model, operations })
    model = result.plan.after
  }
  return history
}

const history = historyOf(
  [{ op: 'renameField', field: 'title', to: 'headline' }],
  [{ op: 'convertField', field: 'code', type: 'integer' }],
  [{ op: 'removeField', field: 'tags' }],
  [{ op: 'addField', field: { apiName: 'title', type: 'text' } }],
)
const number = unreadableAs({ apiName: 'code', type: 'integer' })

test.each<[title: string, from: number, data: Values, fitted: Values, ...losses: [string, string][]]>([
  ['follow renames and conversions', 0, { title: 'A', code: '7' }, { headline: 'A', code: 7 }],
  [
    'lose what has no place, with the reason',
    0,
    { title: 'A', code: 'x', tags: ['y'] },
    { headline: 'A' },
    ['code', number],
    ['tags', lossReasons.removed],
  ],
  ['of a later model follow what came after it', 2, { headline: 'A', code: 7 }, { headline: 'A', code: 7 }],
  [
    'of the model of now stay',
    4,
    { title: 'B', headline: 'A', none: 1 },
    { title: 'B', headline: 'A', none: 1 },
  ],
  ['that have their new form already keep it', 0, { headline: 'A', code: 7 }, { headline: 'A', code: 7 }],
])('values %s', (_, from, data, fitted, ...losses) => {
  const changes = { history, later: history.slice(from) }
  const lostFrom = (variant: string | null) => losses.map(([field, reason]) => ({ field, reason, variant }))
  expect(followChanges(changes, { data, variants: {} })).toEqual({
    data: fitted,
    variants: {},
    losses: lostFrom(null),
  })
  expect(followChanges(changes, { data: {}, variants: { vip: data } })).toEqual({
    data: {},
    variants: Object.keys(fitted).length > 0 ? { vip: fitted } : {},
    losses: lostFrom('vip'),
  })
})
