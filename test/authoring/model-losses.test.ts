// Invariant: no value disappears by a model change without a report that names it. Random models, values and operations;
// what was there before is there afterwards, or in the losses.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { type ChangedValues, changeValues } from '../../src/authoring/models/convert/model-values.ts'
import type { ModelOperation } from '../../src/authoring/models/model-operations.ts'
import type { ModelPlan } from '../../src/authoring/models/model-plan.ts'
import { changesValues } from '../../src/authoring/models/model-plan.ts'
import { planModelChange } from '../../src/authoring/models/plan/model-editor.ts'
import type { DraftValues } from '../../src/content/fields/field-rules.ts'
import { checkValues } from '../../src/content/fields/field-values.ts'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import type { Collection, Field, FieldType, Json, Values } from '../../src/content/values/model.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'

setDefaultTimeout(longTestMs)

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'constructor']

const shape = fc
  .record({
    type: fc.constantFrom(
      ...fieldTypes.filter(type => type !== 'component'),
      'text',
      'text',
      'text',
      'richText',
      'richText',
      'richText',
    ),
    many: fc.boolean(),
    isPortable: fc.boolean(),
  })
  .map(({ type, many, isPortable }) => ({
    type,
    ...(many && { many }),
    ...(type === 'richText' && isPortable && { format: 'portableText' as const }),
  }))

const words = fc.constantFrom(
  '',
  'x',
  '12',
  '1.5',
  '1e3',
  '007',
  '9007199254740993',
  'true',
  '2026-01-31',
  '2026-01-31T00:00:00.000Z',
  '2026-01-31T09:30:00+02:00',
  'One\n\nTwo\nlines',
  'https://example.org/',
  'javascript:alert(1)',
)
const span = fc.record({
  _type: fc.constant('span'),
  text: words,
  marks: fc.constantFrom<string[]>([], ['strong'], ['em', 'code']),
})
const portableBlock = fc.oneof(
  fc.record({
    _type: fc.constant('block'),
    style: fc.constantFrom('normal', 'h1', 'blockquote'),
    children: fc.array(span, { maxLength: 2 }),
  }),
  fc.record({ _type: fc.constant('code'), code: words }),
  fc.constant({ _type: 'break' }),
)
const json = fc.oneof(
  words,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant({ id: 'a' }),
  fc.constant({ url: '/a' }),
  fc.array(words, { maxLength: 2 }),
  fc.array(portableBlock, { maxLength: 2 }),
)
const paragraphOf = (type: string, inside: string) =>
  fc.array(words, { maxLength: 2 }).map(texts => ({
    type,
    [inside]: texts.map(text => ({ ...(inside === 'content' && { type: 'text' }), text })),
  }))
const foreign = fc.oneof(
  fc.array(paragraphOf('paragraph', 'children'), { minLength: 1, maxLength: 3 }),
  fc
    .array(fc.oneof(paragraphOf('paragraph', 'content'), paragraphOf('widget', 'content')), { maxLength: 3 })
    .map(content => ({ type: 'doc', content })),
)

const itemOf: Readonly<Record<FieldType | 'portableText', fc.Arbitrary<unknown>>> = {
  text: words,
  richText: fc.oneof(json, foreign),
  portableText: fc.array(portableBlock, { maxLength: 3 }),
  integer: fc.oneof(fc.integer(), fc.constant(1e21)),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  date: fc.constantFrom('2026-01-31', '0001-01-01'),
  dateTime: fc.constantFrom('2026-01-31T00:00:00.000Z', '2026-01-31T09:30:00.123Z'),
  json: fc.oneof(json, foreign),
  asset: fc.constantFrom({ url: '/a.png' }, { url: 'javascript:alert(1)', width: 3 }),
  reference: fc.constantFrom({ id: 'a' }, { collection: 'c', slug: 's' }),
  component: fc.constant({ component: 'c', key: 'k', data: {} }),
}

/** Sometimes null, as it is stored otherwise. */
function valueFor(field: Field): fc.Arbitrary<Json> {
  const item = itemOf[field.format === 'portableText' ? 'portableText' : field.type]
  const value = field.many ? fc.array(item, { maxLength: 3 }) : item
  return fc.option(value, { freq: 4 }).map(each => {
    if (each === null) return null
    const stored = checkValues(
      [field],
      { [field.apiName]: each as Json },
      { onError: message => void expect(message).toBe('') },
    )
    return stored[0] ?? null
  })
}

function valuesFor(fields: readonly Field[]): fc.Arbitrary<Values> {
  return fc
    .tuple(...fields.map(field => valueFor(field).map(value => [field.apiName, value] as const)))
    .map(entries => Object.fromEntries(entries.filter(([, value]) => value !== null)))
}

const model: fc.Arbitrary<Collection> = fc
  .uniqueArray(fc.constantFrom(...names.slice(0, 4), 'constructor'), { minLength: 1 })
  .chain(used => fc.tuple(...used.map(apiName => shape.map(rest => ({ apiName, ...rest })))))
  .map(fields => ({ apiName: 'posts', name: 'Posts', fields }))

const name = fc.constantFrom(...names)
const operation: fc.Arbitrary<ModelOperation> = fc.oneof(
  fc.record({ op: fc.constant('renameField' as const), field: name, to: name }),
  fc.record({ op: fc.constant('removeField' as const), field: name }),
  fc.record({ op: fc.constant('moveField' as const), field: name, before: fc.option(name) }),
  fc.tuple(name, shape).map(([apiName, rest]) => ({ op: 'addField' as const, field: { apiName, ...rest } })),
  fc.constant({
    op: 'addField' as const,
    field: { apiName: 'e', type: 'integer', default: 7 },
    fill: true,
  } as const),
  fc.record({
    op: fc.constant('setField' as const),
    field: name,
    properties: fc.constant({ required: true }),
  }),
  ...[1, 2, 3, 4, 5, 6].map(() =>
    fc
      .tuple(name, shape)
      .map(([field, rest]) => ({ op: 'convertField' as const, field, many: false, ...rest })),
  ),
)

interface Case {
  readonly plan: ModelPlan
  readonly operations: readonly ModelOperation[]
  readonly values: DraftValues
}

/** Of the operations, those that fit. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(model, fc.array(operation, { minLength: 1, maxLength: 6 }))
  .map(([before, all]) => {
    const operations: ModelOperation[] = [{ op: 'set', properties: {} }]
    let plan: ModelPlan | null = null
    for (const each of [null, ...all]) {
      const tried = each === null ? operations : [...operations, each]
      const result = planModelChange(before, tried, {
        history: [],
        collections: new Set(['posts']),
        components: new Set<string>(),
      })
      if ('errors' in result) continue
      plan = result.plan
      if (each !== null) operations.push(each)
    }
    return { plan: plan!, operations }
  })
  .chain(({ plan, operations }) =>
    fc
      .record({
        data: valuesFor(plan.before.fields),
        variants: fc.dictionary(fc.constantFrom('vip', 'de'), valuesFor(plan.before.fields), { maxKeys: 2 }),
      })
      .map(values => ({ plan, operations, values })),
  )

/** Where the value of each field of before is afterwards, followed by hand. */
function follow(fields: readonly Field[], operations: readonly ModelOperation[]): Map<string, string | null> {
  const places = new Map<string, string | null>(fields.map(({ apiName }) => [apiName, apiName]))
  const move = (from: string, to: string | null) => {
    for (const [old, now] of places) if (now === from) places.set(old, to)
  }
  for (const each of operations) {
    if (each.op === 'renameField') move(each.field, each.to)
    else if (each.op === 'removeField') move(each.field, null)
  }
  return places
}

/** The texts, numbers and times of a value, in order, whatever its type. */
function atomsOf(value: Json | undefined): string[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [String(value).replaceAll(/\s/g, '')].filter(atom => atom !== '')
  if (Array.isArray(value)) return value.flatMap(atomsOf)
  return [
    ...formattingOf(value as { readonly [key: string]: Json }),
    ...Object.entries(value).flatMap(([key, each]) => (isForm(key) ? [] : atomsOf(each))),
  ]
}

const isForm = (key: string) =>
  ['_type', '_key', 'type', 'style', 'marks', 'markDefs', 'nodeType'].includes(key)

/** Of Portable Text: what plain text does not have. */
function formattingOf({ _type: type, style, marks }: { readonly [key: string]: Json }): string[] {
  const named = [
    ...(type === 'code' || type === 'break' ? [type] : []),
    style ?? 'normal',
    ...((marks ?? []) as string[]),
  ]
  return type === undefined ? [] : named.filter(each => each !== 'normal').map(each => `<${each}>`)
}

/** One spelling of a number or time. */
function toPlain(atom: string): string {
  if (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(atom)) {
    return /^-?\d+$/.test(atom) && !Number.isSafeInteger(Number(atom)) ? atom : String(Number(atom) + 0)
  }
  return Number.isFinite(Date.parse(atom)) && /^\d{4}-\d\d-\d\dT/.test(atom)
    ? new Date(atom).toISOString().replace('T00:00:00.000Z', '')
    : atom
}

/** Paragraphs are cut out of texts, and joined to them. */
function saysTheSame(a: Json | undefined, b: Json | undefined): boolean {
  const [before, after] = [atomsOf(a), atomsOf(b)]
  return before.join('') === after.join('') || before.map(toPlain).join(' ') === after.map(toPlain).join(' ')
}

function saysNothingElse(part: Json | undefined, whole: Json | undefined): boolean {
  const known = new Set(atomsOf(whole).map(toPlain))
  return (
    atomsOf(part).every(atom => known.has(toPlain(atom))) ||
    isPart(atomsOf(part).join(''), atomsOf(whole).join(''))
  )
}

function isPart(part: string, whole: string): boolean {
  let at = 0
  for (const character of whole) if (character === part[at]) at++
  return at === part.length
}

const isEmpty = (value: Json | undefined) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

function checkLosses({ plan, operations, values }: Case, changed: ChangedValues): void {
  const places = follow(plan.before.fields, operations)
  const lost = new Set(changed.losses.map(({ field }) => field))
  for (const { apiName } of plan.before.fields) {
    const now = places.get(apiName)!
    const layers = [[values.data, changed.data] as const].concat(
      Object.entries(values.variants).map(([id, overlay]) => [overlay, changed.variants[id] ?? {}] as const),
    )
    for (const [before, after] of layers) {
      const [old, kept] = [read(before, apiName), now === null ? undefined : read(after, now)]
      if (lost.has(apiName)) expect(saysNothingElse(kept, old)).toBe(true)
      else {
        if (!saysTheSame(old, kept))
          expect({ field: apiName, value: kept }).toEqual({ field: apiName, value: old } as never)
        // No value is not the same as an empty one, but where a list has nothing.
        if (!isEmpty(old)) expect(kept).toBeDefined()
      }
    }
  }
}

const read = (values: Values, name: string): Json | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

describe('after a change of the model', () => {
  test('every value is still there, or reported as lost', () => {
    fc.assert(
      fc.property(cases, each => checkLosses(each, changeValues(each.plan, each.values))),
      { numRuns: fuzzRuns(3000) },
    )
  })

  test('every value fits its field', () => {
    fc.assert(
      fc.property(cases, ({ plan, values }) => {
        const changed = changeValues(plan, values)
        for (const layer of [changed.data, ...Object.values(changed.variants)]) {
          const errors: string[] = []
          const stored = checkValues(plan.after.fields, layer, {
            onError: message => void errors.push(message),
          })
          expect(errors).toEqual([])
          const entries = plan.after.fields.flatMap(({ apiName }, index) =>
            stored[index] === undefined ? [] : [[apiName, stored[index]] as const],
          )
          expect(layer).toEqual(Object.fromEntries(entries))
        }
      }),
      { numRuns: fuzzRuns(1000) },
    )
  })

  test('what no operation names is the same as before', () => {
    fc.assert(
      fc.property(cases, ({ plan, operations, values }) => {
        const named = new Set(
          operations.flatMap(each => Object.values(each).filter(value => typeof value === 'string')),
        )
        const changed = changeValues(plan, values)
        for (const { apiName, many } of plan.before.fields) {
          if (named.has(apiName)) continue
          const old = read(values.data, apiName)
          expect(read(changed.data, apiName)).toEqual(many && isEmpty(old) ? undefined : old)
        }
        if (!changesValues(plan)) expect(changed.losses).toEqual([])
      }),
      { numRuns: fuzzRuns(1000) },
    )
  })
})
