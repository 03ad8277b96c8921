// A small space and what becomes of it, generated: entries that refer to each other, changes of them, and questions
// before, during and after each change. What is right is not said here.
import fc from 'fast-check'
import type { Json } from '../../src/content/values/model.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'

const ids = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'a0', 'a1'] as const
const variantIds = ['vip', 'trade', 'late'] as const
type Id = (typeof ids)[number]

const collectionOf = (id: Id) => (id.startsWith('p') ? 'posts' : 'authors')

interface Entry {
  readonly id: Id
  readonly text: number
  readonly to: readonly Id[]
  readonly by: Id | null
  readonly slug: number
  readonly isLive: boolean
  readonly variants: Readonly<Record<string, { readonly text?: number; readonly to?: readonly Id[] }>>
}

type Change =
  | { readonly what: 'import'; readonly entries: readonly Entry[]; readonly prune: boolean }
  | { readonly what: 'publish' | 'unpublish'; readonly id: Id }
  | { readonly what: 'model'; readonly fields: number; readonly more: boolean }
  | { readonly what: 'key' }

export interface Step {
  readonly change: Change
  /** By another process, or another handle that stands for one. */
  readonly byAnother: boolean
  /** Asked while the change is made, and after it. */
  readonly meanwhile: readonly string[]
  readonly after: readonly string[]
}

const id = fc.constantFrom(...ids)
const some = fc.array(id, { maxLength: 4 })
const number = fc.integer({ min: 0, max: 2 })

const entry: fc.Arbitrary<Entry> = fc.record({
  id,
  text: number,
  to: some,
  by: fc.option(id),
  slug: number,
  isLive: fc.boolean(),
  variants: fc.dictionary(
    fc.constantFrom(...variantIds),
    fc.record({ text: number, to: some }, { requiredKeys: [] }),
    { maxKeys: 2 },
  ),
})

export const entries = fc.uniqueArray(entry, { selector: one => one.id, minLength: 1, maxLength: 5 })

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('publish', 'unpublish'), id }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('import'), entries, prune: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('import'), entries, prune: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('model'), fields: number, more: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('key') }) },
) as fc.Arbitrary<Change>

const value = fc.oneof(id, number.map(String))
const selection = fc.oneof(
  ...[
    ...['filter[text]', 'filter[text][gte]', 'filter[to]', 'filter[to.text][lt]', 'not[to.text]'],
    ...['filter[by.text]', 'filter[by.to]', 'filter[by.slug][prefix]', 'any[to.by.text][ne]'],
  ].map(name => (/text/.test(name) ? number : value).map(operand => `${name}=${operand}`)),
  fc.constantFrom(
    ...['filter[by][exists]=false', 'filter[to.words][eqi]=SEA', 'sort=text,-id', 'sort=-words'],
    ...['q=tide', 'q=sea', 'q=tide&sort=-text', 'fields=text,to.words', 'fields=by.to.text&sort=slug'],
  ),
)

/** A list, or some of its entries. */
const query = fc
  .record({
    page: fc.integer({ min: 1, max: 3 }),
    perPage: fc.integer({ min: 1, max: 4 }),
    selection: fc.option(selection, { freq: 1, nil: '' }),
    queryVariant: fc.option(fc.constantFrom(...variantIds), { freq: 1, nil: null }),
  })
  .map(({ page, perPage, selection, queryVariant }) => {
    const inVariant = selection !== '' && queryVariant !== null ? `&queryVariant=${queryVariant}` : ''
    return { search: `page=${page}&perPage=${perPage}${selection && `&${selection}`}${inVariant}` }
  })

const path: fc.Arbitrary<string> = fc
  .record({
    which: fc.oneof(query, fc.record({ id, slug: number })),
    collection: fc.constantFrom('posts', 'authors', 'more'),
    depth: fc.integer({ min: 0, max: 3 }),
    variants: fc.uniqueArray(fc.constantFrom(...variantIds, 'nobody'), { maxLength: 3 }),
  })
  .map(({ which, collection, depth, variants }) => {
    const rest = `depth=${depth}&variants=${variants}`
    return 'search' in which
      ? `/content/${collection}?${which.search}&${rest}`
      : `/content/${collectionOf(which.id)}/${slugOf(which.id, which.slug)}?${rest}`
  })

const paths = fc.array(
  fc.oneof({ weight: 20, arbitrary: path }, { weight: 1, arbitrary: fc.constant('/schema') }),
  {
    minLength: 1,
    maxLength: 6,
  },
)

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ change, byAnother: fc.boolean(), meanwhile: fc.array(path, { maxLength: 2 }), after: paths }),
  { minLength: 1, maxLength: 8 },
)

/** Of each text. */
const words = ['tide', 'Tide tables', 'sea']

const slugOf = (id: string, slug: number) => (slug === 0 ? id : `${id}-${slug}`)

export function toModels(fields: number, more: boolean): readonly ImportRecord[] {
  const to = { apiName: 'to', type: 'reference', many: true } as const
  const extra = { apiName: `extra${fields}`, type: 'text' } as const
  const names = ['posts', 'authors', ...(more ? ['more'] : [])]
  return names.map(apiName => ({
    type: 'collection',
    apiName,
    name: apiName,
    fields: [
      { apiName: 'text', type: 'integer' },
      { apiName: 'words', type: 'text' },
      to,
      { apiName: 'by', type: 'reference' },
      { apiName: 'link', type: 'reference', ...(fields !== 1 && { link: true }) },
      { apiName: 'body', type: 'richText', format: 'portableText' },
      ...(fields > 0 ? [extra] : []),
    ],
  }))
}

/** Rich text with these entries in it, and with a link. */
function toBody(to: readonly Id[], linked: Id | null): Json {
  const entries = to.map((id, index) => ({ _type: 'entry', _key: `e${index}`, entry: { id } }))
  const markDefs = linked === null ? [] : [{ _type: 'entryLink', _key: 'l', entry: { id: linked } }]
  const children = [{ _type: 'span', _key: 's', text: 'to', marks: markDefs.map(({ _key }) => _key) }]
  return [{ _type: 'block', _key: 'b', style: 'normal', children, markDefs }, ...entries]
}

export function toRecord({ id, text, to, by, slug, isLive, variants }: Entry): ImportRecord {
  const refer = (id: Id) => ({ id })
  const body = toBody(to, by)
  const values = {
    text,
    words: words[text]!,
    to: to.map(refer),
    by: by && refer(by),
    link: by && refer(by),
    body,
  }
  return {
    type: 'entry',
    collection: collectionOf(id),
    id,
    slug: slugOf(id, slug),
    data: { ...values, text: text + 100 },
    ...(isLive && {
      liveData: values,
      variants: Object.fromEntries(
        Object.entries(variants).map(([id, { text, to }]) => [
          id,
          {
            ...(text !== undefined && { text, words: words[text]! }),
            ...(to && { to: to.map(refer), body: toBody(to, null) }),
          },
        ]),
      ),
    }),
  }
}

/** Only one of them is its address, if it is there at all. */
export function addressesOf(id: Id): readonly string[] {
  return [0, 1, 2].map(slug => `${collectionOf(id)}/${slugOf(id, slug)}`)
}
