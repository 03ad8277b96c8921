// Responses of the demo space have the types that are generated from its model, at each depth.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { demoSpace } from '../kit/import/demo-space.ts'
import { createProject } from './compile.ts'
import { createValidator } from './response-validator.ts'

// Compilers start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const space = await createTestSpace(demoSpace)
const schema = (await (await space.get('/schema')).json()) as { collections: { apiName: string }[] }
const collections = schema.collections.map(({ apiName }) => apiName)
const depths = [0, 1, 2, 3]
const variantLists = [[], ['readers-de', 'booksellers']]

interface Page {
  readonly list: readonly object[]
  readonly count: number
}

async function readPage(collection: string, parameters: string): Promise<Page> {
  const response = await space.get(`/content/${collection}?${parameters}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}

/** All combinations, each with its parameters. */
const requests = collections.flatMap(collection =>
  depths.flatMap(depth =>
    variantLists.map(variants => ({
      ...{ collection, depth, variants },
      parameters: `depth=${depth}&variants=${variants.join(',')}`,
    })),
  ),
)

test('each entry of each collection has its type, at depth 0 to 3, with and without variants', async () => {
  const check = createValidator(schema)
  let checked = 0
  for (const { collection, depth, variants, parameters } of requests) {
    const { list, count } = await readPage(collection, `${parameters}&perPage=1000`)
    expect(list.length).toBe(count)
    checked += count
    const expected = { collection, depth, hasVariants: variants.length > 0 }
    const errors = list.flatMap((entry, index) => check(entry, expected, `list[${index}]`))
    expect({ collection, parameters, errors: errors.slice(0, 5) }).toEqual({
      collection,
      parameters,
      errors: [],
    })
  }
  expect(checked).toBeGreaterThan(70 * depths.length * variantLists.length)
})

test('the validator sees what is not of its type', async () => {
  const check = createValidator(schema)
  const { list } = await readPage('books', 'depth=1&perPage=1')
  const book = list[0] as { data: object }
  const expected = { collection: 'books', depth: 1, hasVariants: false }
  expect(check(book, expected, 'book')).toEqual([])
  expect(check(book, { ...expected, hasVariants: true }, 'book')).not.toEqual([])
  expect(check(book, { ...expected, depth: 0 }, 'book')).not.toEqual([])
  expect(check(book, { ...expected, depth: 2 }, 'book')).not.toEqual([])
  expect(check({ ...book, extra: 1 }, expected, 'book')).not.toEqual([])
  expect(check({ ...book, data: { ...book.data, title: 1 } }, expected, 'book')).toEqual([
    'book.data.title is no text',
  ])
  expect(check({ ...book, data: { ...book.data, tags: [null] } }, expected, 'book')).not.toEqual([])
})

test('the first entries of each compile as their types, with no key too many', async () => {
  const lines = await Promise.all(
    requests.map(async ({ collection, depth, variants, parameters }, index) => {
      const { list } = await readPage(collection, `${parameters}&perPage=2`)
      const type = `Entry<Model, '${collection}', ${depth}, ${JSON.stringify(variants)}>[]`
      return `export const list${index}: ${type} = ${JSON.stringify(list)}`
    }),
  )
  const imports = [
    "import type { Entry } from '@frontlist/client'",
    "import type { Model } from './model.ts'",
  ]
  const project = await createProject('bundler', {
    'model.ts': generateTypes(schema),
    'responses.ts': [...imports, ...lines].join('\n'),
  })
  expect((await project.compile('typescript')).errors).toBe('')
})
