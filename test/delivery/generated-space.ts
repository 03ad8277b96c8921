// Random spaces: models, published entries and drafts, references of every kind, overlays, times with ties.
import fc from 'fast-check'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import { draftCanary } from '../kit/app/test-space.ts'
import type { NaiveCollection, NaiveEntry, NaiveField, NaivePath } from './naive-content.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface GeneratedSpace {
  readonly collections: readonly NaiveCollection[]
  readonly entries: readonly NaiveEntry[]
  /** Some of the same entries later: changed, published, withdrawn. */
  readonly later: readonly NaiveEntry[]
}

export const variantIds = ['vip', 'VIP', 'a.b', 'x:1', 'late'] as const

const collectionNames = ['books', 'authors', 'Books', 'c-1'] as const
const fieldNames = ['title', 'z', '_a', 'data', 'id', 'slug', 'B', 'constructor', 'list', 'version'] as const
const plainTypes = fieldTypes.filter(type => type !== 'reference' && type !== 'component')

/** JSON that reads back as it was written: no keys that a parser would move to the front, no lone surrogates. */
const json = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, -1.5, 1e21, 5e-324, '', 'é\n",\n"', '\u2028🌊', '},\n{'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('b', 'a', 'id', '__proto_', ',\n', '"'), tie('value'), { maxKeys: 3 }),
  ),
})).value

const time = fc
  .record({ at: fc.integer({ min: 0, max: 6 }), zone: fc.constantFrom('Z', '+02:00', '-11:30') })
  .map(({ at, zone }) => `2026-01-01T00:00:00.${String(at).padStart(3, '0')}${zone}`)

const plainValues: Record<(typeof plainTypes)[number], fc.Arbitrary<Json>> = {
  text: fc.oneof(
    fc.constantFrom('', ',\n', '"', '\\', 'ünï', '🌊'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  ),
  richText: json.filter(value => value !== null),
  integer: fc.maxSafeInteger(),
  number: fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map(value => (Object.is(value, -0) ? 0 : value)),
  boolean: fc.boolean(),
  date: fc.constantFrom('0001-01-01', '2024-02-29', '2026-01-31', '9999-12-31'),
  dateTime: time,
  json: json.filter(value => value !== null),
  asset: fc
    .record({ size: fc.nat(), url: fc.constantFrom('/a', 'https://é') }, { requiredKeys: ['url'] })
    .map(asset => asset as Json),
}

/** Portable Text with entries, links to entries, and tables with links, as it is stored. */
function portableText(references: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const text = fc.constantFrom('', 'a', '\t', '\n\t"', ',\n', '🌊')
  const parts = fc.array(fc.tuple(fc.constantFrom('entry', 'link', 'text', 'table'), references, text), {
    maxLength: 4,
  })
  return parts.map(list =>
    list.map(([kind, entry, words], index) => {
      const block = (key: string, isLink: boolean): Json => ({
        ...{ _type: 'block', _key: key, style: 'normal' },
        children: [{ _type: 'span', _key: `${key}-s`, text: words, marks: isLink ? [`${key}-l`] : [] }],
        markDefs: isLink ? [{ _type: 'entryLink', _key: `${key}-l`, entry }] : [],
      })
      if (kind === 'entry') return { _type: 'entry', _key: `k${index}`, entry }
      if (kind !== 'table') return block(`k${index}`, kind === 'link')
      const cells = [true, false].map((isLink, at): Json => {
        const content = [block(`k${index}-b${at}`, isLink), block(`k${index}-d${at}`, isLink)]
        return { _key: `k${index}-c${at}`, content }
      })
      return { _type: 'table', _key: `k${index}`, header: false, rows: [{ _key: `k${index}-r`, cells }] }
    }),
  )
}

function valueFor(field: NaiveField, references: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  if (field.format === 'portableText') {
    const one = portableText(references)
    return field.many ? fc.array(one, { maxLength: 2 }).map(items => items as Json) : one
  }
  const one = field.type === 'reference' ? references : plainValues[field.type as (typeof plainTypes)[number]]
  return field.many ? fc.array(one, { maxLength: 5 }).map(items => items as Json) : one
}

const field = fc
  .record({
    apiName: fc.constantFrom(...fieldNames),
    type: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...plainTypes) },
      { weight: 1, arbitrary: fc.constantFrom('reference' as const, 'richText' as const) },
    ),
    many: fc.boolean(),
    link: fc.boolean(),
    isPortable: fc.boolean(),
  })
  .map(
    ({ many, link, isPortable, ...rest }): NaiveField => ({
      ...rest,
      ...(many && { many }),
      ...(isPortable && rest.type === 'richText' && { format: 'portableText' }),
      ...(link && rest.type === 'reference' && { link }),
    }),
  )

const model = fc.uniqueArray(field, { maxLength: 6, selector: ({ apiName }) => apiName })

/** One reference field is always there, so that graphs are not trees of nothing. */
const models = fc.array(model, { minLength: 2, maxLength: collectionNames.length }).map(all =>
  all.map((fields, index): NaiveCollection => {
    const link = { apiName: 'links', type: 'reference', many: true } as const
    const name = collectionNames[index]!
    return { type: 'collection', apiName: name, name, fields: index === 0 ? [...fields, link] : fields }
  }),
)

const slugOf = ['', '/x', ' é', '%2F', '?#', '🌊', '..', "'", '+', '&='] as const

function entriesOf(collections: readonly NaiveCollection[]): fc.Arbitrary<GeneratedSpace> {
  const heads = fc.array(
    fc.record({
      collection: fc.constantFrom(...collections),
      letter: fc.constantFrom('a', 'B', '0', 'b.', 'b-', 'b:', 'b_'),
      slug: fc.option(fc.constantFrom(...slugOf), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  return heads.chain(list => {
    const known = list.map(({ collection, letter, slug }, index) => {
      const id = `${letter}${index}`
      return { collection, id, ...(slug !== undefined && { slug: `s${index}${slug}` }) }
    })
    const byId = fc.constantFrom(...known.map(({ id }) => ({ id })), { id: 'missing' })
    const bySlug = fc.constantFrom(
      ...known.map(({ collection, id, slug }) => ({ collection: collection.apiName, slug: slug ?? id })),
      { collection: 'books', slug: 'missing' },
    )
    const references = fc.oneof({ weight: 3, arbitrary: byId }, { weight: 1, arbitrary: bySlug })
    const records = (times: fc.Arbitrary<string | undefined>) =>
      fc.tuple(...known.map(head => entryOf(head, references, times)))
    return fc
      .record({
        first: records(fc.option(time, { nil: undefined })),
        second: records(time.map(text => text.replace('2026-01', '2026-03'))),
        chosen: fc.subarray(known.map((_, index) => index)),
      })
      .map(({ first, second, chosen }) => ({
        collections,
        entries: first,
        later: chosen.map(index => second[index]!),
      }))
  })
}

function entryOf(
  head: { collection: NaiveCollection; id: string; slug?: string },
  references: fc.Arbitrary<Json>,
  times: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<NaiveEntry> {
  const { fields, apiName } = head.collection
  const some = (requiredKeys: string[]) =>
    fc.record(Object.fromEntries(fields.map(each => [each.apiName, fc.option(valueFor(each, references))])), {
      requiredKeys,
    })
  const canary = fields.find(each => each.type === 'text' && !each.many)
  return fc
    .record({
      live: fc.option(some([]), { freq: 4, nil: undefined }),
      draft: some([]).map(values => (canary ? { ...values, [canary.apiName]: draftCanary } : values)),
      drafted: fc.boolean(),
      time: times,
      variants: fc.dictionary(fc.constantFrom(...variantIds), some([]), { maxKeys: 3 }),
    })
    .map(
      ({ live, draft, drafted, time: publishedAt, variants }): NaiveEntry => ({
        type: 'entry',
        collection: apiName,
        id: head.id,
        ...(head.slug !== undefined && { slug: head.slug }),
        ...(live && { liveData: live, ...(publishedAt && { publishedAt }) }),
        ...((drafted || !live) && { data: draft }),
        ...(live && { variants }),
      }),
    )
}

export const generatedSpace: fc.Arbitrary<GeneratedSpace> = models.chain(entriesOf)

export const generatedQuery = fc.record({
  depth: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) }, fc.integer({ min: 0, max: 10 })),
  variants: fc.uniqueArray(fc.constantFrom(...variantIds, 'nobody'), { maxLength: 4 }),
  page: fc.integer({ min: 1, max: 5 }),
  perPage: fc.integer({ min: 1, max: 8 }),
})

const anyField = fc.oneof(
  { weight: 3, arbitrary: fc.constant('links') },
  { weight: 4, arbitrary: fc.constantFrom(...fieldNames) },
  { weight: 1, arbitrary: fc.constant('*') },
)

/** Fields of a projection: some behind up to three references. */
export const generatedFields: fc.Arbitrary<readonly NaivePath[]> = fc.array(
  fc
    .tuple(fc.array(fc.constantFrom('links', 'links', ...fieldNames), { maxLength: 3 }), anyField)
    .map(([references, last]) => [...references, last]),
  { minLength: 1, maxLength: 6 },
)
