// The form of a field: which operations it makes of what somebody chose, and where errors belong.
import { describe, expect, test } from 'bun:test'
import { ApiProblem } from '../../dashboard/api/request.ts'
import { describeType, fieldChoices, fieldKinds } from '../../dashboard/fields/field-kinds.tsx'
import { toApiName, toFieldApiName } from '../../dashboard/pages/model/api-name.ts'
import { toFormErrors } from '../../dashboard/pages/model/change/form-errors.ts'
import {
  addOperations,
  applyOperations,
  describeAll,
  findMarks,
  findRemoved,
  toMove,
} from '../../dashboard/pages/model/change/operation-words.ts'
import {
  findRepeated,
  toForm,
  toNewForm,
  toOperations,
} from '../../dashboard/pages/model/field/field-form.ts'
import { templates } from '../../dashboard/pages/model/list/templates.ts'
import { convertField } from '../../src/authoring/models/convert/convert-field.ts'
import type { CollectionModelView } from '../../src/authoring/models/models.schema.ts'
import { componentInput, modelInput } from '../../src/content/model/model-input.schema.ts'
import type { Field } from '../../src/content/values/model.ts'

const title: Field = { apiName: 'title', type: 'text', name: 'Title', required: true, max: 80 }
const pages: Field = { apiName: 'pages', type: 'integer' }
const body: Field = { apiName: 'body', type: 'richText', format: 'portableText' }
const formats: Field = {
  ...{ apiName: 'formats', type: 'json', query: false },
  paths: [
    { path: 'size.height', type: 'number' },
    { path: 'format', type: 'text', many: true },
  ],
}
const model = {
  ...{
    apiName: 'books',
    kind: 'collection',
    name: 'Books',
    modelVersion: 3,
    entries: 0,
    archived: 0,
    live: 0,
  },
  fields: [title, pages, body],
} as CollectionModelView
const none = { fill: false }

describe('a new field', () => {
  test('has the properties that were chosen, and no others', () => {
    const [text, , richText] = fieldChoices
    const form = { ...toNewForm(text!), name: 'Lead', apiName: 'lead', max: '300', required: true }
    expect(toOperations(null, form, { fill: false })).toEqual([
      { op: 'addField', field: { apiName: 'lead', type: 'text', name: 'Lead', required: true, max: 300 } },
    ])
    expect(toOperations(null, { ...toNewForm(richText!), name: 'Text', apiName: 'text' }, none)).toEqual([
      { op: 'addField', field: { apiName: 'text', type: 'richText', name: 'Text', format: 'portableText' } },
    ])
  })

  test('of files takes the kinds that were ticked and typed, or all of them', () => {
    const cover: Field = { apiName: 'cover', type: 'asset', accept: ['image/*', 'image/x-icon'] }
    const form = toForm(cover)
    expect([form.accept, form.acceptOthers]).toEqual([['image/*'], 'image/x-icon'])
    expect(toOperations(cover, form, none)).toEqual([])
    const set = (accept: readonly string[] | null) => [
      { op: 'setField', field: 'cover', properties: { accept } },
    ]
    expect(toOperations(cover, { ...form, acceptOthers: ' ' }, none)).toEqual(set(['image/*']) as never)
    expect(toOperations(cover, { ...form, accept: [], acceptOthers: '' }, none)).toEqual(set(null) as never)
  })

  test('of rich text names the collections that it may refer to, unless it becomes any JSON', () => {
    const text: Field = { ...body, to: ['books'] }
    const form = toForm(text)
    expect(form.to).toEqual(['books'])
    expect(toOperations(text, form, none)).toEqual([])
    const set = (to: readonly string[] | null) => ({ op: 'setField', field: 'body', properties: { to } })
    expect(toOperations(text, { ...form, to: ['books', 'authors'] }, none)).toEqual([
      set(['books', 'authors']) as never,
    ])
    expect(toOperations(text, { ...form, to: [] }, none)).toEqual([set(null) as never])
    expect(toOperations(text, { ...form, kind: 'anyRichText' }, none)).toEqual([
      { op: 'convertField', field: 'body', type: 'richText', many: false },
      set(null) as never,
    ])
    expect(describeType(text, name => `the ${name}`)).toBe('Rich text with entries of the books')
  })

  test('of every kind is one that the server takes', () => {
    for (const choice of fieldChoices) {
      const form = { ...toNewForm(choice), name: 'One', apiName: 'one', of: ['hero'] }
      const options = form.options.map(option => ({ ...option, value: 'red' }))
      const [operation] = toOperations(null, { ...form, options }, none)
      const field = operation?.op === 'addField' ? operation.field : null
      const result = modelInput.safeParse({ apiName: 'a', name: 'A', fields: [field] })
      expect([choice.label, result.error?.issues ?? []]).toEqual([choice.label, []])
    }
  })
})

describe('a known field', () => {
  test('that is opened and closed makes no operation', () => {
    for (const field of [title, pages, body, formats, { apiName: 'any', type: 'richText' } as const]) {
      expect(toOperations(field, toForm(field), none)).toEqual([])
    }
  })

  test('is renamed by its API name, so that its values stay', () => {
    expect(toOperations(title, { ...toForm(title), apiName: 'headline', max: '' }, none)).toEqual([
      { op: 'renameField', field: 'title', to: 'headline' },
      { op: 'setField', field: 'headline', properties: { max: null } },
    ])
  })

  test('is converted before its rules are set', () => {
    const form = { ...toForm(pages), kind: 'text' as const, many: true }
    const conversion = { op: 'convertField', field: 'pages', type: 'text', many: true }
    expect(toOperations(pages, form, none)).toEqual([conversion] as never)
    expect(toOperations(pages, { ...form, required: true, max: '9' }, none)).toEqual([
      conversion,
      { op: 'setField', field: 'pages', properties: { required: true, max: 9 } },
    ] as never)
  })

  test('that is converted changes in what somebody changed, and in what its kind cannot keep', () => {
    const sku: Field = { ...title, help: 'As printed.', pattern: '[0-9]+', multiline: true, query: false }
    const set = (form: Partial<ReturnType<typeof toForm>>) =>
      toOperations(sku, { ...toForm(sku), ...form }, none)[1]
    expect(set({ many: true })).toBe(undefined)
    expect(set({ many: true, pattern: '' })).toMatchObject({ properties: { pattern: null } })
    expect(Object.keys((set({ kind: 'json' }) as { properties: object }).properties)).toEqual([
      'max',
      'pattern',
      'multiline',
    ])
  })

  test('is as its form says, whatever it is converted to', () => {
    const common = { apiName: 'one', name: 'One', help: 'Help', required: true, query: false }
    const some: readonly Field[] = [
      {
        ...common,
        type: 'text',
        min: 2,
        max: 80,
        pattern: '[a-z]+',
        multiline: true,
        search: 3,
        unique: true,
      },
      {
        ...common,
        type: 'text',
        many: true,
        minItems: 1,
        maxItems: 3,
        format: 'email',
        default: ['a@b.example'],
      },
      { ...common, type: 'text', default: '12', options: [{ value: '12', name: 'Dozen' }] },
      { ...common, type: 'number', min: 0.5, max: 9, default: 2, unique: true },
      { ...common, type: 'integer', default: 7, options: [{ value: 7, name: 'Seven' }] },
      { ...common, type: 'date', min: '2024-01-01', default: '2024-05-01' },
      { ...common, type: 'reference', to: ['books'] },
      { ...common, type: 'asset', accept: ['image/*'] },
      { ...common, type: 'boolean', default: false },
      formats,
    ]
    const emptied = {
      min: '',
      max: '',
      default: '',
      pattern: '',
      format: '',
      hasOptions: false,
      unique: false,
    }
    for (const field of some) {
      for (const [kind, many, changes] of fieldKinds
        .filter(kind => kind !== 'component')
        .flatMap(kind =>
          [true, false].flatMap(many => [{}, emptied].map(changes => [kind, many, changes] as const)),
        )) {
        const form = { ...toForm(field), ...changes, kind, many }
        let now = field
        for (const operation of toOperations(field, form, none)) {
          const converted = operation.op === 'convertField' ? convertField(now, operation) : null
          if (converted) expect(converted).toHaveProperty('field')
          if (converted && 'field' in converted) now = converted.field
          if (operation.op === 'setField')
            now = applyOperations({ ...model, fields: [now] } as never, [operation]).fields[0] as Field
        }
        expect([field.type, kind, many, changes, toOperations(now, form, none)]).toEqual([
          ...[field.type, kind, many, changes, []],
        ] as never)
      }
    }
  })
})

test('options that have the same value are found before anything is sent', () => {
  const values = ['red', ' red ', '', '', 'green']
  expect([...findRepeated(values.map((value, key) => ({ key, value, name: '' })))]).toEqual(['red'])
})

describe('errors', () => {
  const problem = new ApiProblem(400, 'invalid_body', '', [
    { in: 'body', name: '/operations/1/properties/min', message: 'must not be greater than max' },
    { in: 'body', name: '/operations/1/properties/minItems', message: 'must not be greater than maxItems' },
    { in: 'body', name: '/operations/1/properties/options/2/value', message: 'must be a string' },
    { in: 'body', name: '/operations/1/to', message: 'is taken' },
    { in: 'body', name: '/operations/1/properties', message: 'has "unique"' },
    { in: 'body', name: '/operations/0/field', message: 'is not a field of the model' },
  ])

  test('stand beside the inputs that they are about', () => {
    expect(toFormErrors(problem, 1)).toEqual({
      fields: {
        min: 'Must not be greater than the upper limit.',
        minItems: 'Must not be greater than the upper limit.',
        options: 'Must be a string.',
        apiName: 'Is taken.',
      },
      others: ['The field has "unique".', '/operations/0/field is not a field of the model.'],
    })
  })
})

describe('operations', () => {
  test('move a field to where it was put', () => {
    for (const [from, to] of [
      [0, 2],
      [2, 0],
      [0, 1],
      [1, 0],
    ] as const) {
      const names = model.fields.map(({ apiName }) => apiName)
      const wanted = names.toSpliced(from, 1).toSpliced(to, 0, names[from]!)
      const moved = applyOperations(model, [toMove(model.fields, from, to)])
      expect(moved.fields.map(({ apiName }) => apiName)).toEqual(wanted)
    }
  })

  test('that move one field twice become one', () => {
    const first = toMove(model.fields, 0, 1)
    expect(addOperations([first], [{ op: 'moveField', field: 'title', before: null }])).toHaveLength(1)
    expect(addOperations([first], [{ op: 'moveField', field: 'body', before: null }])).toHaveLength(2)
  })

  test('are told in words, with the names that fields have by then', () => {
    expect(
      describeAll(model, [
        { op: 'renameField', field: 'title', to: 'headline' },
        { op: 'setField', field: 'headline', properties: { name: 'Headline', required: null } },
        { op: 'moveField', field: 'headline', before: 'body' },
        { op: 'convertField', field: 'pages', type: 'text', many: true },
        { op: 'removeField', field: 'headline' },
        { op: 'set', properties: { slugFrom: null } },
      ]),
    ).toEqual([
      'Rename title to headline in the API',
      'Change Title: name, required',
      'Move Headline before Body',
      'Turn Pages into Text, multiple',
      'Remove Headline with its values',
      'Change the collection: source of slugs',
    ])
  })
})

test('a renamed field is marked as renamed, not as new', () => {
  const operations = [
    { op: 'renameField', field: 'title', to: 'headline' },
    { op: 'setField', field: 'pages', properties: { min: 1 } },
    { op: 'addField', field: { apiName: 'title', type: 'text' } },
    { op: 'moveField', field: 'body', before: 'headline' },
  ] as const
  const { fields } = applyOperations(model, operations)
  expect([...findMarks(model, operations, fields)]).toEqual([
    ['headline', 'Renamed'],
    ['pages', 'Changed'],
    ['title', 'New'],
  ])
})

test('what is renamed is not removed, and what is removed has its former name', () => {
  const removed = findRemoved(model, [
    { op: 'renameField', field: 'title', to: 'headline' },
    { op: 'renameField', field: 'pages', to: 'length' },
    { op: 'removeField', field: 'length' },
    { op: 'addField', field: { apiName: 'pages', type: 'text' } },
    { op: 'removeField', field: 'pages' },
  ])
  expect(removed.map(({ apiName }) => apiName)).toEqual(['pages'])
})

test('an API name is made of a name, whatever its script and signs', () => {
  const names = ['Blog posts', 'Größe (cm)', 'FAQ', '3D model', 'L’été', '日本', '  a  b ']
  expect(names.map(toApiName)).toEqual(['blogPosts', 'grosseCm', 'faq', '3DModel', 'lete', '', 'aB'])
  expect(toFieldApiName('3D model')).toBe('_3DModel')
})

test('templates are models that the server takes, after the models that they name', () => {
  for (const { components, collections, main } of templates) {
    expect(collections.map(({ apiName }) => apiName)).toContain(main)
    for (const one of components) expect(componentInput.safeParse(one).error?.issues ?? []).toEqual([])
    for (const one of collections) expect(modelInput.safeParse(one).error?.issues ?? []).toEqual([])
    const models = [...components, ...collections]
    for (const [index, model] of models.entries()) {
      const known = models.slice(0, index + 1).map(({ apiName }) => apiName)
      for (const { to = [], of = [] } of model.fields) {
        expect(known).toEqual(expect.arrayContaining([...to, ...of]))
      }
    }
  }
})
