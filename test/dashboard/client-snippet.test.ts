// The TypeScript of "Try it": it compiles with the types beside it, which the server's responses have, and it sends the
// request of the form.
import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import { createClient } from '../../client/src/index.ts'
import { toClientCall, toClientSnippet } from '../../dashboard/pages/try-it/code/client-snippet.ts'
import { type QueryModel, toQueryModel } from '../../dashboard/pages/try-it/request/path-options.ts'
import { readSearch, toApiPath } from '../../dashboard/pages/try-it/request/try-request.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { projectFolder } from '../kit/command/process.ts'
import { demoSpace } from '../kit/import/demo-space.ts'
import { makeFolder } from '../kit/test-folder.ts'

const [models, components] = (['collection', 'component'] as const).map(type =>
  demoSpace.records
    .flatMap(record => (record.type === type ? [toQueryModel(record as never)] : []))
    .sort((a, b) => (a.apiName < b.apiName ? -1 : 1)),
) as [readonly QueryModel[], readonly QueryModel[]]
const origin = 'http://localhost'
const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc')
const timeoutMs = 60_000

const toSnippet = (search: string, of: readonly QueryModel[] = models) =>
  toClientSnippet({ origin, key: null, request: readSearch(search), models: of, components })

/** What the compiler says of programs, each a module of its own, beside the types of the first. */
async function compile(texts: readonly string[], types: string | null): Promise<string> {
  const folder = makeFolder()
  mkdirSync(join(folder, 'node_modules/@frontlist'), { recursive: true })
  symlinkSync(join(projectFolder, 'client'), join(folder, 'node_modules/@frontlist/client'))
  if (types !== null) await Bun.write(join(folder, 'frontlist.ts'), types)
  const files = texts.map((_, index) => join(folder, `${index}.ts`))
  const declared = 'declare const process: { env: Record<string, string | undefined> }\n'
  await Promise.all(texts.map((text, index) => Bun.write(files[index]!, `${declared}${text}\n`)))
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--lib', 'esnext,dom']
  const more = ['--moduleResolution', 'bundler', '--types', '', '--ignoreConfig', '--pretty', 'false']
  const run = Bun.spawn([compiler, ...flags, ...more, ...files], { cwd: folder })
  return `${await new Response(run.stdout).text()}${(await run.exited) === 0 ? '' : 'failed'}`
}

const searches = [
  'collection=books',
  'collection=books&depth=2&variants=readers-de,booksellers',
  'collection=posts&depth=1&page=1&perPage=2',
  'collection=pages&depth=3',
  'collection=categories&depth=10',
  'collection=reviews&depth=1&variants=vip',
  'collection=books&slug=tide-tables&depth=1',
  'collection=books&slug=tide-tables&fields=title,author.name',
  'collection=books&fields=-blurb,-formats&sort=-price,title&q=tide',
  'collection=books&fields=title,price&sort=title&queryVariant=readers-de',
  'collection=books&fields=*,author.name,categories.*',
  'collection=books&filter[price][gte]=7&filter[price][lt]=9.5&filter[inPrint]=true&not[author.name]=Nobody',
  'collection=books&filter[slug][in]=marram,halligtage&filter[releasedOn]=2025&filter[publishedAt][gt]=2024-01-01',
  'collection=books&filter[printRuns][all]=2000,2500&filter[blurb][exists]=true',
  'collection=books&any[title][prefix]=Tide&any[price]=7&any.3[categories.slug]=poetry',
  'collection=books&filter[title][in]=a%5C%2Cb,it%27s,%5C%5C&filter[title][ne]=',
]

test(
  'responses of the demo space have the types of the calls that are shown for them, and nothing more',
  async () => {
    const { get } = await createTestSpace(demoSpace)
    const texts = searches.map(async search => {
      const request = readSearch(search)
      const response = await get(toApiPath(request)!.replace('/api/v1/public', ''))
      expect([search, response.status]).toEqual([search, 200])
      const { doc, ...page } = (await response.json()) as { readonly doc?: object }
      const [type, value] = doc ? ['typeof entry', doc] : ["Omit<typeof page, 'revision'>", page]
      return `${toSnippet(search).program}\nexport const same: ${type} = ${JSON.stringify(value)}`
    })
    expect(await compile(await Promise.all(texts), toSnippet(searches[0]!).types)).toBe('')
  },
  timeoutMs,
)

test('the types are those of frontlist-types', async () => {
  const { get } = await createTestSpace(demoSpace)
  const schema = await (await get('/schema')).json()
  expect(toSnippet('collection=books').types).toBe(generateTypes(schema, { url: origin }))
})

/** Runs a call as it is written, and returns path and parameters of what it sends. */
async function sentBy(call: string): Promise<readonly unknown[]> {
  const urls: URL[] = []
  const client = createClient({
    url: origin,
    key: 'any',
    fetch: async url => {
      urls.push(new URL(url))
      return Response.json({ doc: {}, list: [], count: 0, pagesCount: 0 })
    },
  })
  await new Function('client', `return (async () => { ${call} })()`)(client)
  return urls.map(toParts)
}

const toParts = ({ pathname, searchParams }: URL) => [pathname, [...searchParams].sort()]

test('a call sends the request of the form', async () => {
  const renumbered = (url: string) => url.replaceAll('any.3[', 'any.2[')
  for (const search of searches.filter(each => !each.includes('fields=*'))) {
    const request = readSearch(search)
    const sent = await sentBy(toClientCall(request, models))
    expect(sent).toEqual([toParts(new URL(renumbered(`${origin}${toApiPath(request)}`)))])
  }
})

test('values and names of any text stay what they are', async () => {
  for (const text of ["it's", '\\', '`$`', '\u2028', '*/', 'a\nb', '{', 'ü 🌊', '1e3', '9007199254740993']) {
    const encoded = encodeURIComponent(text)
    const request = readSearch(
      `collection=books&q=${encoded}&filter[title]=${encoded}&filter[price]=${encoded}&filter[${encoded}]=x`,
    )
    const sent = await sentBy(toClientCall(request, models))
    expect(sent).toEqual([toParts(new URL(`${origin}${toApiPath(request)}`))])
  }
})

test('a call is one line, or one for each option', () => {
  expect(toClientCall(readSearch('collection=books&depth=1&filter[price][lt]=20&sort=-price'), models)).toBe(
    "const page = await client.list('books', { depth: 1, filter: { price: { lt: 20 } }, sort: '-price' })",
  )
  expect(toClientCall(readSearch('collection=books&slug=tide-tables'), models)).toBe(
    "const entry = await client.get('books', 'tide-tables')",
  )
  const long =
    'collection=books&depth=1&variants=readers-de,booksellers&fields=title,author.name&slug=tide-tables'
  expect(
    toClientCall(readSearch(long), models),
  ).toBe(`const entry = await client.get('books', 'tide-tables', {
  depth: 1,
  variants: ['readers-de', 'booksellers'],
  fields: { title: true, author: { name: true } },
})`)
})

test(
  'a collection that the space does not have is asked for without types',
  async () => {
    const { program, types } = toSnippet('collection=gone&depth=1&filter[x]=1', [])
    expect(types).toBeNull()
    expect(await compile([`${program}\nexport const title: unknown = page.list[0]?.data.title`], null)).toBe(
      '',
    )
  },
  timeoutMs,
)

test('the types have the components of the space', () => {
  const sections = { apiName: 'sections', type: 'component', many: true, of: ['hero'] }
  const [pages, hero] = [
    { apiName: 'pages', name: 'Pages', fields: [sections] },
    { apiName: 'hero', name: 'Hero', fields: [{ apiName: 'title', type: 'text' }] },
  ].map(model => toQueryModel(model as never))
  const request = readSearch('collection=pages')
  const parts = { origin, key: null, request, models: [pages!], components: [hero!] }
  expect(toClientSnippet(parts).types).toContain("  sections: Blocks<Components, 'hero'>\n")
})

test('the secret is in the program only if it is asked for', () => {
  const request = readSearch('collection=books')
  const shown = toClientSnippet({ origin, key: "flst_it's", request, models, components })
  expect(shown.program).toContain("key: 'flst_it\\'s' })")
  expect(toSnippet('collection=books').program).toContain('key: process.env.FRONTLIST_KEY! })')
})
