// The types of "Try it", read by the compiler: the server's own answers have them, and nothing more.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Model, toEntryTypes } from '../../dashboard/pages/try-it/entry-types.ts'
import { toTypeScript } from '../../dashboard/pages/try-it/snippets.ts'
import { demoRecords } from '../../src/demo/demo-file.ts'
import type { ImportRecord } from '../../src/import-export/records.ts'
import { projectFolder } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { createTestSpace } from '../kit/test-space.ts'

const demo = demoRecords
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as ImportRecord)
const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc')
const timeoutMs = 60_000

/** What the compiler says of these texts, each a module of its own. */
async function compile(texts: readonly string[]): Promise<string> {
  const folder = makeFolder()
  const files = await Promise.all(
    texts.map(async (text, index) => {
      const file = join(folder, `${index}.ts`)
      await Bun.write(file, `declare const process: { env: Record<string, string> }\n${text}\nexport {}\n`)
      return file
    }),
  )
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--lib', 'esnext,dom']
  const run = Bun.spawn([compiler, ...flags, '--types', '', '--ignoreConfig', ...files], { cwd: folder })
  return `${await new Response(run.stdout).text()}${(await run.exited) === 0 ? '' : 'failed'}`
}

const requests = [
  ['books', 0, false, ''],
  ['books', 2, false, 'readers-de,booksellers'],
  ['posts', 1, false, ''],
  ['pages', 3, false, ''],
  ['categories', 10, false, ''],
  ['reviews', 1, false, 'vip'],
  ['books', 1, true, ''],
] as const

test(
  'answers of the demo space have the types that are shown for them',
  async () => {
    const { get } = await createTestSpace({ records: demo })
    const { collections } = (await (await get('/schema')).json()) as { collections: readonly Model[] }
    const texts = requests.map(async ([collection, depth, single, variants]) => {
      const path = `/content/${collection}${single ? '/tide-tables' : ''}?depth=${depth}&variants=${variants}`
      const types = toEntryTypes(collections, { collection, depth, single, variants: variants !== '' })
      const text = toTypeScript({ url: path, key: null }, types)
      return `${text}\nexport const same: typeof body = ${await (await get(path)).text()}`
    })
    expect(await compile(await Promise.all(texts))).toBe('')
  },
  timeoutMs,
)

const model: readonly Model[] = [
  {
    apiName: 'my-posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'read.time', type: 'integer' },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'body', type: 'richText' },
      { apiName: 'image', type: 'asset' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'related', type: 'reference', to: ['my-posts', 'authors'], many: true },
    ],
  },
  { apiName: 'authors', fields: [{ apiName: 'name', type: 'text' }] },
  { apiName: 'my.posts', fields: [{ apiName: 'other', type: 'reference' }] },
]
const wanted = { collection: 'my-posts', depth: 0, single: true, variants: false }

test('without depth a reference is a reference; what can be missing is null', () => {
  const { responseType, declarations } = toEntryTypes(model, wanted)
  expect(responseType).toBe("{ doc: Entry<'my-posts', MyPostsData> }")
  expect(declarations).toContain(`interface MyPostsData {
  title: string | null
  'read.time': number | null
  tags: string[]
  body: unknown
  image: Asset | null
  author: Reference<'authors'> | null
  related: Reference<'my-posts' | 'authors'>[]
}`)
})

test('as far as the depth reaches a reference is an entry', () => {
  const { declarations } = toEntryTypes(model, { ...wanted, depth: 1 })
  expect(declarations).toContain("author: Entry<'authors', AuthorsData> | null")
  expect(declarations).toContain(
    "related: (Entry<'my-posts', MyPostsDataDepth0> | Entry<'authors', AuthorsData>)[]",
  )
  expect(declarations).toContain("related: Reference<'my-posts' | 'authors'>[]")
})

test('two collections that would share a name do not', () => {
  const { responseType } = toEntryTypes(model, { ...wanted, collection: 'my.posts' })
  expect(responseType).toBe("{ doc: Entry<'my.posts', MyPosts2Data> }")
})

test('a collection that the space does not have is of unknown data', () => {
  const { responseType } = toEntryTypes(model, { ...wanted, collection: 'gone', single: false })
  expect(responseType).toBe("EntryList<Entry<'gone', Record<string, unknown>>>")
})

test('collections in a circle end at the depth', () => {
  const circle: readonly Model[] = [
    { apiName: 'a', fields: [{ apiName: 'next', type: 'reference', to: ['b'] }] },
    { apiName: 'b', fields: [{ apiName: 'next', type: 'reference', to: ['a'] }] },
  ]
  const { declarations } = toEntryTypes(circle, { ...wanted, collection: 'a', depth: 10 })
  expect(declarations.match(/interface [AB]Data/g)).toHaveLength(11)
})
