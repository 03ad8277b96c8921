// Which changes of a model are accepted, and what is said of those that are not: every error at its place.
import { describe, expect, test } from 'bun:test'
import type { ModelOperation } from '../../src/authoring/models/model-operations.ts'
import type { ModelPlan, PlanContext } from '../../src/authoring/models/model-plan.ts'
import { planModelChange } from '../../src/authoring/models/plan/model-editor.ts'
import type { Collection, Field } from '../../src/content/values/model.ts'

const posts: Collection = {
  apiName: 'posts',
  name: 'Posts',
  titleField: 'title',
  slugFrom: 'title',
  fields: [
    { apiName: 'title', type: 'text', required: true, max: 80 },
    { apiName: 'tags', type: 'text', many: true, maxItems: 3 },
    { apiName: 'score', type: 'integer', min: 0, max: 10, default: 5 },
    { apiName: 'code', type: 'text', pattern: '[0-9]+', default: '12' },
    { apiName: 'body', type: 'richText' },
    { apiName: 'author', type: 'reference', to: ['authors'] },
  ],
}
const context: PlanContext = {
  history: [],
  collections: new Set(['posts', 'authors']),
  components: new Set<string>(),
}

function plan(operations: readonly unknown[], within: PlanContext = context): ModelPlan {
  const result = planModelChange(posts, operations, within)
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.plan
}

const namesOf = ({ after }: ModelPlan) => after.fields.map(({ apiName }) => apiName).join()
const fieldOf = ({ after }: ModelPlan, name: string) =>
  after.fields.find(({ apiName }) => apiName === name) as Field

/** `/operations/0/field: is unknown` */
function errorsOf(operations: readonly unknown[], within: PlanContext = context): string[] {
  const result = planModelChange(posts, operations, within)
  return 'errors' in result ? result.errors.map(({ path, message }) => `${path}: ${message}`) : []
}

describe('an operation', () => {
  test('adds a field at the end, or before another', () => {
    const field = { apiName: 'x', type: 'text' }
    expect(namesOf(plan([{ op: 'addField', field }]))).toBe('title,tags,score,code,body,author,x')
    expect(namesOf(plan([{ op: 'addField', field, before: 'title' }]))).toBe(
      'x,title,tags,score,code,body,author',
    )
  })

  test('moves a field before another, or to the end', () => {
    expect(namesOf(plan([{ op: 'moveField', field: 'code', before: 'title' }]))).toBe(
      'code,title,tags,score,body,author',
    )
    expect(namesOf(plan([{ op: 'moveField', field: 'title', before: null }]))).toBe(
      'tags,score,code,body,author,title',
    )
    expect(namesOf(plan([{ op: 'moveField', field: 'title', before: 'title' }]))).toBe(
      'title,tags,score,code,body,author',
    )
  })

  test('renames a field, and the model goes on naming it', () => {
    const { after } = plan([{ op: 'renameField', field: 'title', to: 'headline' }])
    expect(after).toMatchObject({ titleField: 'headline', slugFrom: 'headline' })
    expect(after.fields[0]).toEqual({ apiName: 'headline', type: 'text', required: true, max: 80 })
  })

  test('exchanges the names of two fields', () => {
    const operations = [
      { op: 'renameField', field: 'title', to: 'x' },
      { op: 'renameField', field: 'code', to: 'title' },
      { op: 'renameField', field: 'x', to: 'code' },
    ]
    expect(namesOf(plan(operations))).toBe('code,tags,score,title,body,author')
  })

  test('sets properties of a field and of the model, and takes them away by null', () => {
    const changed = plan([
      { op: 'setField', field: 'score', properties: { max: 20, default: null, name: 'Score' } },
      { op: 'set', properties: { description: 'What we write.', slugFrom: null, singleton: true } },
    ])
    expect(fieldOf(changed, 'score')).toEqual({
      apiName: 'score',
      type: 'integer',
      min: 0,
      max: 20,
      name: 'Score',
    })
    const { fields: _, ...model } = changed.after
    expect(model).toEqual({
      apiName: 'posts',
      name: 'Posts',
      description: 'What we write.',
      titleField: 'title',
      singleton: true,
    })
  })

  test('converts a field without limits that mean something else for its new type', () => {
    expect(fieldOf(plan([{ op: 'convertField', field: 'score', type: 'text' }]), 'score')).toEqual({
      apiName: 'score',
      type: 'text',
      default: '5',
    })
  })

  test('converts a field, which keeps the rules that its new type can have', () => {
    expect(fieldOf(plan([{ op: 'convertField', field: 'score', type: 'number' }]), 'score')).toEqual({
      apiName: 'score',
      type: 'number',
      min: 0,
      max: 10,
      default: 5,
    })
    expect(fieldOf(plan([{ op: 'convertField', field: 'code', type: 'integer' }]), 'code')).toEqual({
      apiName: 'code',
      type: 'integer',
      default: 12,
    })
    expect(fieldOf(plan([{ op: 'convertField', field: 'tags', type: 'text', many: false }]), 'tags')).toEqual(
      {
        apiName: 'tags',
        type: 'text',
      },
    )
    expect(fieldOf(plan([{ op: 'convertField', field: 'tags', type: 'json' }]), 'tags')).toEqual({
      apiName: 'tags',
      type: 'json',
      many: true,
      maxItems: 3,
    })
    const portable = { op: 'convertField', field: 'body', type: 'richText', format: 'portableText' }
    expect(fieldOf(plan([portable]), 'body')).toEqual({
      apiName: 'body',
      type: 'richText',
      format: 'portableText',
    })
  })

  test('sees what the ones before it did', () => {
    const changed = plan([
      { op: 'renameField', field: 'code', to: 'number' },
      { op: 'convertField', field: 'number', type: 'integer' },
      { op: 'addField', field: { apiName: 'code', type: 'text' }, before: 'number' },
      { op: 'removeField', field: 'tags' },
    ])
    expect(namesOf(changed)).toBe('title,score,code,number,body,author')
    expect(changed.fields.map(({ source }) => source.kind === 'stored' && source.field.apiName)).toEqual([
      'title',
      'score',
      false,
      'code',
      'body',
      'author',
    ])
    expect(changed.removed.map(({ apiName }) => apiName)).toEqual(['tags'])
  })
})

describe('a change is refused', () => {
  const text = { apiName: 'x', type: 'text' }
  test.each<[title: string, operations: readonly unknown[], ...errors: (string | RegExp)[]]>([
    ['a list without operations', [], '/operations: must have an operation'],
    [
      'more than a thousand',
      new Array(1001).fill({ op: 'set', properties: {} }),
      /^\/operations: may have 1000/,
    ],
    ['what is no object', [7], '/operations/0: must be an object'],
    ['an operation without a name', [{}], '/operations/0/op: is missing'],
    ['an unknown one', [{ op: 'drop' }], /^\/operations\/0\/op: must be one of set, addField, /],
    [
      'an unknown key, and a missing one',
      [{ op: 'removeField', name: 'tags' }],
      '/operations/0/field: is missing',
      '/operations/0/name: is unknown',
    ],
    [
      'a key named __proto__',
      [JSON.parse('{"op":"removeField","field":"tags","__proto__":{}}')],
      '/operations/0/__proto__: is unknown',
    ],
    [
      'a field named __proto__',
      [
        { op: 'addField', field: { apiName: '__proto__', type: 'text' } },
        { op: 'renameField', field: 'tags', to: '__proto__' },
      ],
      '/operations/0/field/apiName: must not be __proto__',
      '/operations/1/to: must not be __proto__',
    ],
    [
      'a property named __proto__',
      [JSON.parse('{"op":"setField","field":"tags","properties":{"__proto__":{"max":1}}}')],
      '/operations/0/properties/__proto__: is unknown',
    ],
    [
      'a field named twice',
      [
        { op: 'addField', field: { apiName: 'title', type: 'text' } },
        { op: 'addField', field: text },
        { op: 'addField', field: text },
        { op: 'renameField', field: 'tags', to: 'score' },
      ],
      '/operations/0/field/apiName: is the name of an existing field',
      '/operations/2/field/apiName: is the name of an existing field',
      '/operations/3/to: is the name of an existing field',
    ],
    [
      'a field that is not there, with the one that was meant',
      [
        { op: 'removeField', field: 'scor' },
        { op: 'moveField', field: 'tags', before: 'nothing' },
        { op: 'addField', field: text, before: 'toString' },
      ],
      '/operations/0/field: is not a field of the model (did you mean "score"?)',
      '/operations/1/before: is not a field of the model',
      '/operations/2/before: is not a field of the model',
    ],
    [
      'a name of before a rename, with the name of now',
      [
        { op: 'renameField', field: 'title', to: 'headline' },
        { op: 'renameField', field: 'headline', to: 'heading' },
        { op: 'setField', field: 'title', properties: { max: 5 } },
      ],
      '/operations/2/field: is not a field of the model: it is called "heading" now',
    ],
    [
      'a rule that the type does not have',
      [
        { op: 'addField', field: { ...text, to: ['authors'] } },
        { op: 'setField', field: 'score', properties: { pattern: 'a' } },
      ],
      /^\/operations\/0\/field: has "to", which only richText and reference may have$/,
      /^\/operations\/1\/properties: has "pattern", which only text may have$/,
    ],
    [
      'rules that do not fit each other',
      [
        { op: 'setField', field: 'score', properties: { min: 11 } },
        { op: 'setField', field: 'score', properties: { default: 11 } },
        { op: 'setField', field: 'title', properties: { max: 'many', pattern: '(' } },
      ],
      '/operations/0/properties/min: must not be greater than max',
      '/operations/1/properties/default: must be at most 10',
      /^\/operations\/2\/properties\/max: must be a number of characters/,
      /^\/operations\/2\/properties\/pattern: must be a regular expression/,
    ],
    [
      'what other operations are for',
      [
        { op: 'setField', field: 'tags', properties: { type: 'integer', many: false, apiName: 'x' } },
        { op: 'setField', field: 'body', properties: { format: 'portableText' } },
        {
          op: 'set',
          properties: { fields: [], apiName: 'x', kind: 'collection', modelVersion: 7, colour: 1 },
        },
      ],
      '/operations/0/properties/type: can only be changed by convertField',
      '/operations/0/properties/many: can only be changed by convertField',
      '/operations/0/properties/apiName: changes by renameField',
      '/operations/1/properties/format: can only be changed by convertField',
      /^\/operations\/2\/properties\/fields: changes by addField/,
      /^\/operations\/2\/properties\/apiName: cannot change/,
      '/operations/2/properties/kind: cannot change',
      /^\/operations\/2\/properties\/modelVersion: counts the changes/,
      '/operations/2/properties/colour: is unknown',
    ],
    [
      'a model without a name',
      [
        { op: 'set', properties: { name: null } },
        { op: 'set', properties: { name: '' } },
      ],
      /^\/operations\/0\/properties\/name: /,
      '/operations/1/properties/name: must not be empty',
    ],
    [
      'components that are not there',
      [
        { op: 'addField', field: { apiName: 'x', type: 'component', of: ['hero'] } },
        { op: 'set', properties: { kind: 'component' } },
        { op: 'setField', field: 'body', properties: { of: ['hero'] } },
        { op: 'convertField', field: 'body', type: 'component' },
        { op: 'convertField', field: 'body', type: 'component', of: ['hero'] },
      ],
      '/operations/0/field/of/0: is not a component of the space',
      '/operations/1/properties/kind: cannot change',
      '/operations/2/properties/of: requires "format": "portableText"',
      '/operations/3/of: is missing: it names the components that may stand in the field',
      '/operations/4/of/0: is not a component of the space',
    ],
    [
      'a title of another type',
      [{ op: 'convertField', field: 'title', type: 'integer' }],
      /^\/operations\/0: must leave titleField naming a text field/,
      /^\/operations\/0: must leave slugFrom naming a text field/,
    ],
    [
      'a model whose title is removed',
      [
        { op: 'removeField', field: 'title' },
        { op: 'set', properties: { titleField: 'score', slugFrom: null } },
      ],
      /^\/operations\/1\/properties\/titleField: must leave titleField naming a text field/,
    ],
    [
      'a collection that is not there',
      [
        { op: 'addField', field: { apiName: 'x', type: 'reference', to: ['posts', 'author'] } },
        { op: 'setField', field: 'author', properties: { to: ['people'] } },
      ],
      '/operations/0/field/to/1: is not a collection of the space',
      '/operations/1/properties/to/0: is not a collection of the space',
    ],
    [
      'a format that the type does not have',
      [{ op: 'convertField', field: 'body', type: 'text', format: 'portableText' }],
      '/operations/0/format: must be one of email, url, color',
    ],
    [
      'filling without a default',
      [{ op: 'addField', field: text, fill: true }],
      '/operations/0/fill: requires a default, which existing entries get',
    ],
    [
      'a version of no change',
      [{ op: 'restoreField', field: 'x', modelVersion: 2 }],
      /^\/operations\/0\/modelVersion: names no recorded change/,
    ],
  ])('with %s', (_, operations, ...errors) => {
    const found = errorsOf(operations)
    expect(found).toHaveLength(errors.length)
    for (const [index, error] of errors.entries()) {
      if (typeof error === 'string') expect(found[index]).toBe(error)
      else expect(found[index]).toMatch(error)
    }
  })

  test('a title may be removed if the model is given another one', () => {
    expect(
      plan([
        { op: 'removeField', field: 'title' },
        { op: 'set', properties: { titleField: 'code', slugFrom: null } },
      ]).after.titleField,
    ).toBe('code')
  })

  test('every error is reported at once, and none that only follows from another', () => {
    expect(
      errorsOf([
        { op: 'addField', field: { apiName: 'x', type: 'string' } },
        { op: 'setField', field: 'x', properties: { max: 3 } },
        { op: 'removeField', field: 'y' },
      ]),
    ).toEqual([
      expect.stringMatching(/^\/operations\/0\/field\/type: must be one of text/),
      '/operations/2/field: is not a field of the model',
    ])
  })
})

describe('of the past', () => {
  const history = [
    { modelVersion: 2, operations: [{ op: 'renameField', field: 'name', to: 'title' }] },
    { modelVersion: 3, operations: [{ op: 'removeField', field: 'old' }] },
    { modelVersion: 4, operations: [{ op: 'removeField', field: 'other' }] },
  ].map(change => ({
    ...change,
    operations: change.operations as ModelOperation[],
    before: {
      ...posts,
      fields: [
        { apiName: 'title', type: 'text' },
        { apiName: 'old', type: 'integer', max: 3 },
        { apiName: 'tags', type: 'text', many: true },
      ] satisfies Field[],
    },
  }))
  const within = { ...context, history }

  test('a name from before a rename is refused with the present one', () => {
    expect(errorsOf([{ op: 'removeField', field: 'name' }], within)).toEqual([
      '/operations/0/field: is not a field of the model: it is called "title" now',
    ])
  })

  test('a field is restored as it was, where it was, with the values of drafts', () => {
    const restored = plan([{ op: 'restoreField', field: 'old', modelVersion: 3 }], within)
    expect(namesOf(restored)).toBe('title,old,tags,score,code,body,author')
    expect(restored.fields[1]).toEqual({
      field: { apiName: 'old', type: 'integer', max: 3 },
      source: { kind: 'restored', modelVersion: 3, field: history[1]!.before.fields[1]!, conversions: [] },
    })
  })

  test('what cannot be restored is refused with what can', () => {
    expect(
      errorsOf(
        [
          { op: 'restoreField', field: 'none', modelVersion: 3 },
          { op: 'restoreField', field: 'old', modelVersion: 9 },
          { op: 'restoreField', field: 'title', modelVersion: 3 },
        ],
        within,
      ),
    ).toEqual([
      '/operations/0/modelVersion: names a change before which the model had no field "none"',
      '/operations/1/modelVersion: names no recorded change of the model; the field last existed before version 4',
      '/operations/2/field: is the name of an existing field',
    ])
  })
})

describe('readers are informed', () => {
  test.each<[title: string, operations: readonly unknown[], ...texts: RegExp[]]>([
    [
      'of a new name',
      [{ op: 'renameField', field: 'title', to: 'headline' }],
      /^The field "title" is called "headline" in responses, and queries that name "title" are refused\.$/,
    ],
    ['of a removed field', [{ op: 'removeField', field: 'tags' }], /^Responses no longer have "tags"/],
    [
      'of a new field',
      [{ op: 'addField', field: { apiName: 'x', type: 'text', default: 'a' }, fill: true }],
      /^Responses have a new field "x", with its default\.$/,
    ],
    [
      'of another type',
      [{ op: 'convertField', field: 'code', type: 'integer', many: true }],
      /^The values of "code" are lists of integer instead of text\.$/,
      /^In the schema, "code" has a different pattern\.$/,
    ],
    [
      'of another order',
      [{ op: 'moveField', field: 'title', before: null }],
      /^Responses have the fields in another order\.$/,
    ],
    [
      'of queries',
      [{ op: 'setField', field: 'code', properties: { query: false } }],
      /^Queries that name "code"/,
    ],
    [
      'of rules',
      [{ op: 'setField', field: 'code', properties: { max: 5 } }],
      /^In the schema, "code" has a different max\.$/,
    ],
    ['of nothing that only editors see', [{ op: 'setField', field: 'code', properties: { help: 'A code' } }]],
  ])('%s', (_, operations, ...texts) => {
    const { readers } = plan(operations)
    expect(readers).toHaveLength(texts.length)
    for (const [index, text] of texts.entries()) expect(readers[index]).toMatch(text)
  })
})
