// Contract 1.3 and the rule that drafts cannot leak: what a request may ask of the database.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openLibrary } from '../kit/app/library-space.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads, expectNoDraftRead } from '../kit/database/statements.ts'

/** A tree of so many levels and children, with an overlay on each entry. */
function tree(levels: number, width: number): readonly ImportRecord[] {
  const records: ImportRecord[] = [
    {
      type: 'collection',
      apiName: 'c',
      name: 'C',
      fields: [{ apiName: 'to', type: 'reference', many: true }],
    },
  ]
  let above = ['']
  for (let level = 0; level < levels; level++) {
    const ids = above.flatMap(parent => Array.from({ length: width }, (_, child) => `${parent}${child}x`))
    for (const id of ids) {
      const to = Array.from({ length: width }, (_, child) => ({ id: `${id}${child}x` }))
      const overlay = { to: to.toReversed() }
      records.push({
        type: 'entry',
        collection: 'c',
        id: `${id}`,
        liveData: { to },
        variants: { v: overlay },
      })
    }
    above = ids
  }
  return records
}

async function statementsOf(space: TestSpace, path: string): Promise<readonly string[]> {
  space.statements.length = 0
  const response = await space.get(path)
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  expectNoDraftRead(space.statements)
  return [...space.statements]
}

describe('a request reads entries', () => {
  test('at most depth + 2 times, list or one entry, with variants or without', async () => {
    const space = await createTestSpace({ records: tree(5, 3) })
    let reads = 0
    for (let depth = 0; depth <= 10; depth++) {
      for (const path of [
        '/content/c?perPage=5&',
        '/content/c/0x?',
        '/content/c?page=3&perPage=7&variants=v,w&',
      ]) {
        const statements = await statementsOf(space, `${path}depth=${depth}`)
        expect(entryReads(statements)).toBeLessThanOrEqual(depth + 2)
        reads += entryReads(statements)
      }
    }
    // Entries that another of these responses has brought along are not read again.
    expect(reads).toBeGreaterThan(20)
  })

  test('as often for 3 rows as for 300, with the same statements', async () => {
    const small = await createTestSpace({ records: tree(3, 2) })
    const large = await createTestSpace({ records: tree(3, 9) })
    for (const path of ['/content/c?perPage=1000&depth=1', '/content/c?perPage=1000&depth=2&variants=v']) {
      expect(await statementsOf(large, path)).toEqual((await statementsOf(small, path)) as string[])
    }
  })

  test('once where nothing refers to anything, and asks for no more levels than there are', async () => {
    const space = await openLibrary()
    const none = await statementsOf(space, '/content/notes?depth=10')
    expect(entryReads(none)).toBe(1)
    const shallow = await createTestSpace({ records: tree(2, 2) })
    expect(entryReads(await statementsOf(shallow, '/content/c/0x?depth=10'))).toBeLessThanOrEqual(3)
  })

  test('once for what is not published, on however many levels it is referred to', async () => {
    const [collection] = tree(0, 0)
    const refer = (id: string, ...to: string[]): ImportRecord => {
      return { type: 'entry', collection: 'c', id, liveData: { to: to.map(target => ({ id: target })) } }
    }
    const space = await createTestSpace({
      records: [collection!, refer('a', 'b', 'nothing'), refer('b', 'nothing')],
    })
    expect(entryReads(await statementsOf(space, '/content/c/a?depth=5'))).toBe(2)
  })

  test('only by bound values: no part of a request is in the SQL', async () => {
    const space = await openLibrary()
    const odd = 'x\'y"z--'
    space.statements.length = 0
    await space.get(
      `/content/${encodeURIComponent(odd)}/${encodeURIComponent(odd)}?variants=needle-1&page=77`,
    )
    await space.get(`/content/books/${encodeURIComponent(odd)}?variants=needle-1&depth=7`)
    await space.get('/content/books?variants=needle-1&page=77&perPage=777')
    const query = `filter[title][prefix]=${odd}&any[price][lt]=77&not[title][eqi]=needle&q=needle&sort=title`
    await space.get(`/content/books?${query}&queryVariant=needle-1&perPage=77`)
    expect(space.statements.length).toBeGreaterThan(5)
    for (const sql of space.statements) expect(sql).not.toMatch(/needle|x'y|77/)
  })
})

test('the key is looked up before anything else, and once it is known costs no statement', async () => {
  const space = await openLibrary()
  const first = await statementsOf(space, '/content/books?depth=2')
  expect(first[0]).toContain('"api_key"')
  const second = await statementsOf(space, '/content/books?depth=1')
  expect(second.filter(sql => sql.includes('"api_key"'))).toEqual([])
})

test('of keys that ask in turn, each is looked up the first time only', async () => {
  const space = await openLibrary()
  const keys = [space.key]
  while (keys.length < 5) keys.push((await space.makeKey()).key)
  const lookups = async () => {
    space.statements.length = 0
    for (const key of keys) {
      const { status } = await space.get('/content/books', { Authorization: `Bearer ${key}` })
      expect(status).toBe(200)
    }
    return space.statements.filter(sql => sql.includes('"api_key"')).length
  }
  expect(await lookups()).toBeGreaterThanOrEqual(keys.length)
  expect(await lookups()).toBe(0)
})

test('a response that was given is given again without a statement, until something of its space is published', async () => {
  const space = await openLibrary()
  const path = '/content/books?depth=2'
  expect((await statementsOf(space, path)).length).toBeGreaterThan(3)
  expect(await statementsOf(space, path)).toEqual([])
  await space.import([{ type: 'collection', apiName: 'more', name: 'More', fields: [] }])
  expect((await statementsOf(space, path)).length).toBeGreaterThan(3)
})

test('an entry that was in another response is not read again, whatever else is published', async () => {
  const space = await openLibrary()
  expect(entryReads(await statementsOf(space, '/content/books?depth=1'))).toBeGreaterThan(0)
  expect(entryReads(await statementsOf(space, '/content/books?depth=1&perPage=2'))).toBe(0)
  expect(entryReads(await statementsOf(space, '/content/books/tide-tables?depth=1'))).toBe(0)
  await space.import([{ type: 'collection', apiName: 'more', name: 'More', fields: [] }])
  expect(entryReads(await statementsOf(space, '/content/books?depth=1&perPage=3'))).toBe(0)
})
