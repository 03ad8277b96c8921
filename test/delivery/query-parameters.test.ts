// A query that is not exactly right is refused with every error at once, and never ignored: which names and values of
// query parameters are errors, and what the errors say.
import { describe, expect, test } from 'bun:test'
import { operators } from '../../src/content/fields/query-facts.ts'
import { bindEntry, bindList } from './query-bookshop-model.ts'

const list = (count: number) => Array.from({ length: count }, (_, at) => at)

/** The search, the suggestion. The one error has the name of the parameter as decoded. */
type Row = readonly [search: string, suggestion?: string]

function describeRefused(title: string, rows: readonly Row[], bind = bindList): void {
  describe(title, () => {
    test.each(rows.map(([search, suggestion = null]) => [search, suggestion] as const))(
      'refuses %s and suggests %s',
      (search, suggestion) => {
        const { errors, ignored } = bind(`books?${search}`)
        expect(errors.map(({ didYouMean = null }) => didYouMean)).toEqual([suggestion])
        expect(errors[0]?.in).toBe('query')
        expect(decodeURIComponent(search)).toContain(errors[0]!.name)
        expect(ignored).toEqual([])
      },
    )
  })
}

describeRefused('a name that only looks like a query', [
  ['filter=1'],
  ['not=1'],
  ['any=1'],
  ['any.2=1'],
  ['filter[price'],
  ['filter[x'],
  ['filter[]=1'],
  ['filter[price][]=1'],
  ['filter[price][lt][x]=1'],
  ['filter[price]x=1'],
  ['filter[[price]]=1'],
  ['filter]price[=1'],
  ['filter.price=1'],
  ['Filter[price]=1', 'filter[price]'],
  ['FILTER[price][LT]=1', 'filter'],
  ['filter%255Bprice%255D=1', 'filter[price]'],
  ['filter%255bprice%255d=1', 'filter[price]'],
  ['filters[price][$eq]=1', 'filter'],
  ['filters[price]=1', 'filter[price]'],
  ['where[price][equals]=1', 'filter'],
  ['where[price][lt]=1', 'filter[price][lt]'],
  ['fitler[price]=1', 'filter[price]'],
  ['an[price]=1', 'any[price]'],
  ['nto[price]=1', 'not[price]'],
  ['any.0[price]=1'],
  ['any.6[price]=1'],
  ['any.02[price]=1'],
  ['any.[price]=1'],
  ['any.2.1[price]=1'],
  ['not.2[price]=1'],
  ['filter.2[price]=1'],
  ['fields.price[in]=1'],
  ['fields.x[]=1'],
  ['x]=1'],
  ['%5Bx=1'],
  ['search=x', 'q'],
  ['Search=x', 'q'],
  ['query=x', 'q'],
  ['Q=x', 'q'],
  ['q.x=1'],
  ['order=title', 'sort'],
  ['orderBy=title', 'sort'],
  ['orderby=title', 'sort'],
  ['SORT=title', 'sort'],
  ['sort.x=title'],
  ['sort[0]=title'],
  ['select=title', 'fields'],
  ['Fields=title', 'fields'],
  ['fields[books]=title'],
  ['queryvariant=de', 'queryVariant'],
  ['where=1', 'filter'],
  ['filters=1', 'filter'],
  ['facets=title'],
  ['facets=title,tags,pages,inPrint'],
  ['facets=author.name'],
  ['facets=note'],
  ['Facets=title'],
  ['facets[tags]=1'],
])

/** Beside those that differ by case alone. */
const peerNames: readonly Row[] = [
  ['per_page=5', 'perPage'],
  ['per-page=5', 'perPage'],
  ['PERPAGE=5', 'perPage'],
  ['limit=5', 'perPage'],
  ['Limit=5', 'perPage'],
  ['pageSize=5', 'perPage'],
  ['page_size=5', 'perPage'],
  ['first=5', 'perPage'],
  ['page[size]=5', 'perPage'],
  ['pagination[pageSize]=5', 'perPage'],
  ['perPage[]=5', 'perPage'],
  ['Page=2', 'page'],
  ['skip=20', 'page'],
  ['offset=20', 'page'],
  ['page[number]=2', 'page'],
  ['page[offset]=2', 'page'],
  ['pagination[page]=2', 'page'],
]
const peerNamesOfEntries: readonly Row[] = [
  ['Depth=1', 'depth'],
  ['d_e-p_t-h=1', 'depth'],
  ['populate=author', 'depth'],
  ['populate[0]=author', 'depth'],
  ['include=author', 'depth'],
  ['VARIANTS=de', 'variants'],
  ['locale=de', 'variants'],
]

describeRefused('a near miss of page, perPage, depth or variants, or the name that another API has for it', [
  ...peerNames,
  ...peerNamesOfEntries,
])

describeRefused(
  'a near miss of a parameter where one entry is requested',
  [...peerNames, ...peerNamesOfEntries],
  bindEntry,
)

test('a near miss says what the parameter that it means is for', () => {
  const messageOf = (search: string, bind = bindList) => bind(`books?${search}`).errors[0]?.message
  expect(messageOf('limit=5')).toBe('is not a parameter: perPage says how many entries a page has')
  expect(messageOf('limit=5', bindEntry)).toBe('is a parameter of lists: here the slug names the entry')
  expect(messageOf('populate=author', bindEntry)).toBe(
    'is not a parameter: depth says how many levels of references are resolved',
  )
})

test.each(['filter[%ff]=1', 'filter%5B%ff%5D=1', '%ff[x]=1'])(
  'refuses %s, whose name is not percent-encoded UTF-8',
  search => {
    expect(bindList(`books?${search}`).errors).toHaveLength(1)
  },
)

test('ignores every other name, however near to a query', () => {
  const search =
    'price=1&utm_source=x&sorts=title&filterx=1&field=x&=x&nota=1&anyone=1&fac=1&queryVariants=x&qq=1' +
    '&pages=1&page.x=1&limits=1&size=1&lang=de&variant=de&depths=1'
  expect(bindList(`books?${search}`)).toEqual({
    selection: null,
    projection: null,
    errors: [],
    ignored: [
      'price',
      'utm_source',
      'sorts',
      'filterx',
      'field',
      '',
      'nota',
      'anyone',
      'fac',
      'queryVariants',
      'qq',
      'pages',
      'page.x',
      'limits',
      'size',
      'lang',
      'variant',
      'depths',
    ],
  })
})

describeRefused('a path that the model does not have', [
  ['filter[prise]=9', 'filter[price]'],
  ['filter[prise][lt]=9', 'filter[price][lt]'],
  ['not[PRICE]=9', 'not[price]'],
  ['any.3[data.prise]=9', 'any.3[data.price]'],
  ['filter[autor.name]=x', 'filter[author.name]'],
  ['filter[author.nmae]=x', 'filter[author.name]'],
  ['filter[author.coutnry.name]=x', 'filter[author.country.name]'],
  ['filter[author.country.nam]=x', 'filter[author.country.name]'],
  ['filter[autor.nmae]=x'],
  ['filter[publishdAt]=2026', 'filter[publishedAt]'],
  ['filter[a.c]=x', 'filter[a.b]'],
  ['filter[note]=x'],
  ['filter[noet]=x'],
  ['filter[nothing]=x'],
  ['filter[collection]=books'],
  ['filter[version]=1'],
  ['filter[cover.url]=x'],
  ['filter[extra.wieght]=1', 'filter[extra.weight]'],
  ['any.2[data.extra.WEIGHT][gt]=1', 'any.2[data.extra.weight][gt]'],
  ['not[extra.size.widht]=1', 'not[extra.size.width]'],
  ['filter[related.extra.wieght]=1', 'filter[related.extra.weight]'],
  ['filter[extar.weight]=1', 'filter[extra.weight]'],
  ['filter[extar.wieght]=1'],
  ['filter[extra.colour]=1'],
  ['filter[extra.size]=1'],
  ['filter[extra.weight.x]=1', 'filter[extra.weight]'],
  ['filter[title.x]=1'],
  ['filter[slug.x]=1'],
  ['filter[data.id]=1'],
  ['filter[data]=1'],
  ['filter[.]=1'],
  ['filter[author.]=1'],
  ['filter[.price]=1', 'filter[price]'],
  ['filter[price.]=1'],
  ['filter[author..name]=1', 'filter[author.name]'],
  ['filter[ price]=1', 'filter[price]'],
  ['filter[price%00]=1', 'filter[price]'],
  ['filter[__proto__]=1'],
  ['filter[constructor]=1'],
  ['filter[related.author.country.name]=x'],
  ['filter[related.author.country.nam]=x'],
  ['filter[related.author.country.id][gt]=x'],
  ['filter[related.born]=1'],
  ['filter[related.titel]=1', 'filter[related.title]'],
  ['filter[related.note]=1'],
  [`filter[${'author.'.repeat(500)}name]=1`],
])

describe('an operator that the path does not have', () => {
  const text = ['eq', 'ne', 'in', 'nin', 'eqi', 'prefix', 'exists']
  const number = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists']
  test.each([
    ['filter[price][eqi]=9', 'eqi does not apply to a number field', number],
    ['filter[pages][prefix]=9', 'prefix does not apply to an integer field', number],
    ['filter[title][gt]=a', 'gt does not apply to a text field', text],
    ['filter[title][all]=a', 'all does not apply to a text field', text],
    [
      'filter[tags][gt]=a',
      'gt does not apply to a text field',
      ['eq', 'ne', 'in', 'nin', 'all', 'eqi', 'prefix', 'exists'],
    ],
    ['filter[inPrint][in]=true', 'in does not apply to a boolean field', ['eq', 'ne', 'exists']],
    ['filter[cover]=x', 'eq does not apply to an asset field', ['exists']],
    ['filter[blurb]=x', 'eq does not apply to a richText field', ['exists']],
    ['filter[extra][in]=x', 'in does not apply to a json field', ['exists']],
    ['filter[extra.weight][eqi]=1', 'eqi does not apply to a number path', number],
    ['filter[slug][exists]=true', 'exists does not apply to slug', ['eq', 'ne', 'in', 'nin', 'prefix']],
    ['filter[slug][lt]=a', 'lt does not apply to slug', ['eq', 'ne', 'in', 'nin', 'prefix']],
    [
      'filter[id][all]=a',
      'all does not apply to id',
      ['eq', 'ne', 'in', 'nin', 'prefix', 'lt', 'lte', 'gt', 'gte'],
    ],
    [
      'filter[author.id][eqi]=a',
      'eqi does not apply to id',
      ['eq', 'ne', 'in', 'nin', 'prefix', 'lt', 'lte', 'gt', 'gte', 'exists'],
    ],
    [
      'filter[author][prefix]=a',
      'prefix does not apply to a reference field',
      ['eq', 'ne', 'in', 'nin', 'exists'],
    ],
    [
      'filter[author.collection][exists]=true',
      'exists does not apply to collection',
      ['eq', 'ne', 'in', 'nin', 'prefix'],
    ],
    ['filter[publishedAt][prefix]=2026', 'prefix does not apply to publishedAt', number],
  ])('refuses %s: %s', (search, message, allowed) => {
    expect(bindList(`books?${search}`).errors).toEqual([
      { in: 'query', name: search.split('=')[0]!, message, allowed },
    ])
  })

  test.each([
    ['$eq', 'eq'],
    ['EQ', 'eq'],
    ['lessThan', null],
    ['prefx', 'prefix'],
    ['equals', null],
  ])('refuses %s, which does not exist, and suggests %s', (operator, meant) => {
    expect(bindList(`books?filter[price][${operator}]=1`).errors).toEqual([
      {
        in: 'query',
        name: `filter[price][${operator}]`,
        message: `there is no operator "${operator}"`,
        allowed: operators,
        ...(meant !== null && { didYouMean: `filter[price][${meant}]` }),
      },
    ])
  })

  test('is reported beside a path that is wrong too', () => {
    expect(bindList('books?filter[prise][equals]=1').errors.map(({ message }) => message)).toEqual([
      'there is no operator "equals"',
      'books has no field "prise"',
    ])
  })
})

describeRefused('a parameter given more than once', [
  ['filter[price]=1&filter[price]=2'],
  ['filter[price]=1&filter[price][eq]=2'],
  ['filter[price]=1&filter[data.price][eq]=1'],
  ['filter[price]=1&filter%5Bprice%5D=1'],
  ['not[price]=1&not[price]=2'],
  ['any[price]=1&any.1[price]=2'],
  ['filter[author]=a1&filter[author.id]=a2'],
  ['sort=price&sort=title'],
  ['q=a&q=b'],
  ['fields=title&fields=title'],
  ['queryVariant=de&queryVariant=de'],
])

test('accepts the same path in other groups and with other operators', () => {
  const search = 'filter[price]=1&filter[price][ne]=1&not[price]=1&any[price]=1&any.2[price]=1&any.5[price]=1'
  expect(bindList(`books?${search}`).errors).toEqual([])
})

describeRefused('a sort', [
  ['sort='],
  ['sort=-'],
  ['sort=,title'],
  ['sort=title,'],
  ['sort=titel', 'title'],
  ['sort=-titel', '-title'],
  ['sort=tgas'],
  ['sort=noet'],
  ['sort=tags'],
  ['sort=author'],
  ['sort=author.name'],
  ['sort=author.nmae'],
  ['sort=extra.wieght'],
  ['sort=note'],
  ['sort=cover'],
  ['sort=blurb'],
  ['sort=extra'],
  ['sort=extra.weight'],
  ['sort=title,-title'],
  ['sort=price,data.price'],
  ['sort=id,slug,price,pages'],
  ['sort=+title', 'title'],
  ['sort=%2Btitle', 'title'],
  ['sort=--title', '-title'],
  ['sort=version'],
])

describeRefused('a search', [['q='], ['q=!!!'], ['q=a+b+c+d+e+f+g+h+i'], [`q=${'a'.repeat(201)}`]])

test('accepts eight words given several times, in 200 characters', () => {
  expect(bindList(`books?q=${'a+b+c+d+e+f+g+h+'.repeat(12)}`).errors).toEqual([])
})

describeRefused('a variant', [
  ['queryVariant='],
  ['queryVariant=de,en'],
  ['queryVariant=+de'],
  ['queryVariant=-de'],
  [`queryVariant=${'d'.repeat(65)}`],
])

describeRefused('fields', [
  ['fields='],
  ['fields=,'],
  ['fields=title,'],
  ['fields=-'],
  ['fields=titel', 'title'],
  ['fields=-titel', '-title'],
  ['fields=author.nmae', 'author.name'],
  ['fields=autor.*', 'author.*'],
  ['fields=cover.url'],
  ['fields=extra.weight'],
  ['fields=title.x'],
  ['fields=slug.x'],
  ['fields=title,-blurb'],
  ['fields=*,-blurb'],
  ['fields=-*'],
  ['fields=-slug'],
  ['fields=-author.name'],
  ['fields=data'],
  ['fields=doc'],
  ['fields=+title', 'title'],
  ['fields=related.related.related.related.title'],
  ['fields=related.related.related.related.*'],
])

test('has at most 100 different names in fields', () => {
  const names = (count: number) =>
    list(count)
      .map(at => `author.${'*'.repeat(at === 0 ? 1 : 0)}x${at}`)
      .join(',')
  const last = bindList(`books?fields=${names(101)}`).errors.at(-1)
  expect(last).toMatchObject({ name: 'fields', max: 100 })
  const repeated = list(300)
    .map(at => ['title', 'data.title', 'price'][at % 3])
    .join(',')
  expect(bindList(`books?fields=${repeated}`).errors).toEqual([])
})

describe('a limit', () => {
  test('lets 20 conditions pass and refuses 21, counted over all groups', () => {
    const names = ['price', 'pages', 'title', 'slug', 'id', 'publishedAt', 'inPrint']
    const all = ['filter', 'any', 'not'].flatMap(group =>
      names.map(
        name =>
          `${group}[${name}][ne]=${name === 'inPrint' ? 'true' : name === 'publishedAt' ? '2026' : '1'}`,
      ),
    )
    expect(all).toHaveLength(21)
    expect(bindList(`books?${all.slice(0, 20).join('&')}`).errors).toEqual([])
    expect(bindList(`books?${all.join('&')}`).errors).toMatchObject([{ name: 'not[inPrint][ne]', max: 20 }])
    // What is too many is judged all the same: one 400 has all errors.
    expect(bindList(`books?${all.join('&')}&any.2[prise]=1`).errors).toMatchObject([
      { name: 'not[inPrint][ne]', max: 20 },
      { name: 'any.2[prise]', didYouMean: 'any.2[price]' },
    ])
  })

  test('lets 100 values pass and refuses 101, duplicates left out', () => {
    const values = (count: number) => list(count).map(String)
    expect(bindList(`books?filter[price][in]=${[...values(100), '1.0', '2'].join(',')}`).errors).toEqual([])
    expect(bindList(`books?filter[price][in]=${values(101).join(',')}`).errors).toMatchObject([{ max: 100 }])
    expect(bindList(`books?filter[title][nin]=${values(101).join(',')}`).errors).toMatchObject([{ max: 100 }])
  })

  test('lets 200 characters pass and refuses 201, in each value of a list', () => {
    for (const letter of ['a', '%C3%98', '%F0%9F%8C%8A', 'e%CC%81']) {
      const text = (length: number) => letter.repeat(length)
      expect(bindList(`books?filter[title]=${text(200)}`).errors).toEqual([])
      expect(bindList(`books?filter[title]=${text(201)}`).errors).toMatchObject([{ max: 200 }])
      expect(bindList(`books?filter[title][in]=${text(200)},${text(200)}x`).errors).toMatchObject([
        { max: 200 },
      ])
      expect(bindList(`books?filter[title][in]=${text(200)},${text(199)}x`).errors).toEqual([])
    }
    // A letter that NFC writes as two counts as it was sent, whatever stands beside it.
    const grown = '%E0%A5%98'.repeat(199)
    for (const last of ['%E0%A5%98', '%F0%9F%8C%8A'])
      expect(bindList(`books?filter[title]=${grown}${last}`).errors).toEqual([])
  })
})

test('a 400 has the errors of all parameters, in words that can be acted upon', () => {
  const { errors } = bindList(
    'books?filter[prise][lt]=1&filter[tags][gt]=x&sort=-releasedOm&fields=foo&filter[x=1',
  )
  expect(errors).toEqual([
    {
      in: 'query',
      name: 'filter[x',
      message:
        'is not a query parameter: a condition is filter[PATH]=VALUE or filter[PATH][OPERATOR]=VALUE, with any or not in place of filter where that is meant',
    },
    {
      in: 'query',
      name: 'filter[prise][lt]',
      message: 'books has no field "prise"',
      didYouMean: 'filter[price][lt]',
    },
    {
      in: 'query',
      name: 'filter[tags][gt]',
      message: 'gt does not apply to a text field',
      allowed: ['eq', 'ne', 'in', 'nin', 'all', 'eqi', 'prefix', 'exists'],
    },
    { in: 'query', name: 'sort', message: 'releasedOm: books has no such field', didYouMean: '-releasedOn' },
    { in: 'query', name: 'fields', message: 'foo: books has no such field' },
  ])
})

test('no message repeats the value of a condition, of a search or of a variant', () => {
  const secret = 'correct-horse'
  const searches = [
    ...[
      'title',
      'price',
      'pages',
      'inPrint',
      'releasedOn',
      'author',
      'id',
      'cover',
      'extra.weight',
      'nothing',
    ].flatMap(path =>
      operators.map(operator => `filter[${path}][${operator}]=${secret}%5C${secret},${secret}`),
    ),
    `q=${secret.repeat(30)}`,
    `queryVariant=${secret},x`,
    `search=${secret}`,
    `filters[title]=${secret}`,
  ]
  for (const search of searches) {
    const { errors } = bindList(`books?${search}`)
    expect(JSON.stringify(errors)).not.toContain(secret)
  }
})

describeRefused(
  'on a single entry, a parameter of lists',
  [
    ['filter[price]=1'],
    ['any.2[price]=1'],
    ['not[price]=1'],
    ['sort=title'],
    ['q=x'],
    ['queryVariant=de'],
    ['facets=title'],
    ['filter[x'],
    ['search=x'],
    ['Fields=title', 'fields'],
    ['select=title', 'fields'],
    ['fields=titel', 'title'],
    ['fields='],
  ],
  bindEntry,
)

test('a single entry takes fields, and ignores page and perPage', () => {
  const { projection, errors, ignored } = bindEntry('books?fields=title&page=x&perPage=1&utm=1')
  expect(errors).toEqual([])
  expect([...(projection?.only?.keys() ?? [])]).toEqual(['title'])
  expect(ignored).toEqual(['page', 'perPage', 'utm'])
})
