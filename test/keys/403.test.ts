// Contract 1.6: scopes, and the order in which a request is checked.
import { describe, expect, test } from 'bun:test'
import { foreignCanary, openLibrary } from '../kit/app/library-space.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'

const paths = ['/content/books', '/content/books/tide-tables'] as const

describe('scopes', () => {
  for (const path of paths) {
    test(`${path} without content.read is refused, and the scope is named`, async () => {
      const space = await openLibrary()
      const { key } = await space.makeKey({ scopes: ['schema.read'] })
      space.statements.length = 0
      const response = await readResponse(await space.get(path, { Authorization: `Bearer ${key}` }))
      expect(readProblem(response).code).toBe('insufficient_scope')
      expect(response.status).toBe(403)
      expect(response.headers.get('WWW-Authenticate')).toBe(
        'Bearer error="insufficient_scope", scope="content.read"',
      )
      expect(space.statements.filter(sql => !sql.includes('"api_key"'))).toEqual([])
    })
  }

  test('content.read alone reads content, and does not read the schema', async () => {
    const space = await openLibrary()
    const { key } = await space.makeKey({ scopes: ['content.read'] })
    const headers = { Authorization: `Bearer ${key}` }
    for (const path of paths) expect((await space.get(path, headers)).status).toBe(200)
    const refusal = await space.get('/schema', headers)
    expect(refusal.status).toBe(403)
    expect(refusal.headers.get('WWW-Authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="schema.read"',
    )
  })

  test("schema.read reads the model of the key's own space", async () => {
    const space = await openLibrary()
    const { key } = await space.makeKey({ scopes: ['schema.read'] })
    const response = await space.get('/schema', { Authorization: `Bearer ${key}` })
    const text = await response.text()
    expect(text).not.toContain(foreignCanary)
    const model = JSON.parse(text) as { collections: { apiName: string }[] }
    expect(Object.keys(model)).toEqual(['collections', 'components'])
    expect(model.collections.map(({ apiName }) => apiName).sort()).toEqual([
      'authors',
      'books',
      'drafts',
      'notes',
    ])
    expect(Object.keys(model.collections[0]!).sort()).toEqual(['apiName', 'fields', 'name'])
  })
})

describe('each check comes before the next', () => {
  const worst = '/content/nowhere/nothing?depth=99'
  const codeOf = async (path: string, wanted: { key?: string; scopes?: readonly string[] }) => {
    const space = await openLibrary()
    const key = wanted.key ?? (await space.makeKey(wanted)).key
    return readProblem(await readResponse(await space.get(path, { Authorization: `Bearer ${key}` }))).code
  }
  test('the key before the scope', async () => {
    expect(await codeOf(worst, { key: 'flst_x' })).toBe('api_key_invalid')
  })
  test('the scope before the parameters', async () => {
    expect(await codeOf(worst, { scopes: ['schema.read'] })).toBe('insufficient_scope')
  })
  test('the parameters before the collection', async () => {
    expect(await codeOf(worst, { scopes: ['content.read'] })).toBe('invalid_parameters')
  })
  test('the collection before the entry', async () => {
    expect(await codeOf('/content/nowhere/nothing', {})).toBe('collection_not_found')
  })
  test('the entry last', async () => {
    expect(await codeOf('/content/books/nothing', {})).toBe('entry_not_found')
  })
  test('nothing but the key is looked up before the parameters are accepted', async () => {
    const space = await openLibrary()
    space.statements.length = 0
    expect((await space.get('/content/books?page=0')).status).toBe(400)
    for (const sql of space.statements) expect(sql).toContain('"api_key_secret"')
  })
})
