// What attackers try with queries: to reach the database by names, operators and values, and to learn of drafts and other
// spaces by what is found, sorted, suggested or read.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { RandomBytes } from '../../src/base/ids.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { countReads } from '../kit/database/counted-reads.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { GeneratedQueries, Random } from '../kit/oracle/generated-queries.ts'

const sizes = { posts: 40, authors: 8, cats: 6, countries: 3 }

const isLive = (record: ImportRecord) => record.type !== 'entry' || record.liveData !== undefined

/** The same ids in both databases. */
const seeded = (): RandomBytes => {
  const random = new Random(5)
  return length => Uint8Array.from({ length }, () => random.below(256))
}

let alone: TestSpace
/** The same published content with drafts, beside a space that has entries of the same ids and slugs, all published. */
let crowded: TestSpace
beforeAll(async () => {
  const records = new GeneratedQueries(3, sizes).records()
  alone = await createTestSpace({ records: records.filter(isLive), random: seeded() })
  crowded = await createTestSpace({ records, random: seeded() })
  const published = records.map(
    (record): ImportRecord =>
      record.type === 'entry' ? { ...record, liveData: record.liveData ?? record.data! } : record,
  )
  const others = published.map((record): ImportRecord => {
    if (record.type !== 'entry' || record.collection === 'countries') return record
    const { title: _, name: __, ...rest } = record.liveData!
    return { ...record, data: {}, liveData: rest }
  })
  await createNeighbour(crowded, 'neighbour', {
    records: [
      ...others,
      {
        type: 'collection',
        apiName: 'secrets',
        name: 'Secrets',
        fields: [{ apiName: 'secret', type: 'text' }],
      },
    ],
  })
})

async function send(space: TestSpace, path: string) {
  space.statements.length = 0
  const response = await space.get(path)
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  return { path, status: response.status, text, statements: [...space.statements] }
}

test(
  'a query finds and orders the same, by the same reads of as many rows, whatever drafts and other spaces hold',
  async () => {
    const spaces = [alone, crowded].map(space => {
      const { database, reads } = countReads(space.database)
      return { reads, get: getFrom(space, { database }) }
    })
    const generated = new GeneratedQueries(4, sizes)
    let rows = 0
    for (let query = 0; query < fuzzRuns(150); query++) {
      const path = generated.toPath(generated.query())
      const responses = []
      for (const { reads, get } of spaces) {
        reads.length = 0
        const response = await get(path)
        responses.push({ path, status: response.status, text: await response.text(), reads: [...reads] })
      }
      expect(responses[1]).toEqual(responses[0]!)
      rows += responses[0]!.reads.reduce((sum, read) => sum + read.rows, 0)
    }
    expect(rows).toBeGreaterThan(fuzzRuns(150))
  },
  longTestMs,
)

describe('an error tells nothing of other spaces', () => {
  test.each([
    'filter[secret]=x',
    'filter[secre]=x',
    'sort=secret',
    'fields=secret',
    'filter[rel.secret]=x',
    'filter[author.secret]=x',
  ])('%s', async query => {
    const path = `/content/posts?${query}`
    const response = await send(crowded, path)
    expect(response.status).toBe(400)
    expect(response).toEqual(await send(alone, path))
  })

  test('and none of its collections', async () => {
    for (const path of ['/content/secrets?filter[secret]=x', '/content/secret?sort=id']) {
      const { status, text } = await send(crowded, path)
      expect([status, text.includes('Did you mean')]).toEqual([404, false])
    }
  })
})

const hostile = [
  "' or 1=1 --",
  '" or "a"="a',
  "'); drop table publication; --",
  '$1',
  '?',
  '%00',
  '\\',
  '%',
  '_',
  '*',
  '\u0000',
  '\ud800',
  '../..',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '@live',
  '@id',
  '~title',
  'meta:weight',
  'title collate nocase',
  'a'.repeat(5000),
  'a.'.repeat(2000),
  '[[[[',
  ']',
  '((((((((((a+)+)+)+)+)+)+)+)+)+$',
  '<script>',
  '\u202e',
]

describe('no name, operator or value reaches the database as anything but a value', () => {
  const forms: readonly ((text: string) => string)[] = [
    text => `filter[${text}]=x`,
    text => `filter[title][${text}]=x`,
    text => `filter[title]=${text}`,
    text => `filter[title][prefix]=${text}`,
    text => `filter[tags][in]=${text}`,
    text => `filter[author.${text}]=x`,
    text => `filter[meta.${text}]=x`,
    text => `filter[id][gt]=${text}`,
    text => `any.${text}[title]=x`,
    text => `sort=${text}`,
    text => `fields=${text}`,
    text => `q=${text}`,
    text => `queryVariant=${text}`,
    text => `${text}[title]=x`,
  ]
  test.each(forms.map(form => [form('…'), form] as const))('%s', async (_, form) => {
    const known = new Set<string>()
    for (const text of ['x', 'title', ...hostile]) {
      for (const sent of [
        encodeURIComponent(text.toWellFormed()),
        text.toWellFormed().replaceAll(/[\s#&]/g, ''),
      ]) {
        const { status, text: body, statements } = await send(crowded, `/content/posts?${form(sent)}`)
        expect({ sent, status, isKnown: [200, 400].includes(status) }).toMatchObject({ isKnown: true })
        expect(body).not.toContain('SQL')
        for (const sql of statements) known.add(sql)
      }
    }
    for (const sql of known) {
      for (const text of ['drop table', 'or 1=1', '__proto__', 'aaaa', 'script', 'nocase'])
        expect(sql).not.toContain(text)
    }
  })

  test('and a message repeats names, never values', async () => {
    const secret = 'typed-by-a-visitor'
    for (const query of [
      `filter[price]=${secret}`,
      `filter[price][in]=${secret}`,
      `filter[open]=${secret}`,
      `filter[at]=${secret}`,
      `filter[title]=${secret.repeat(20)}`,
      `q=${secret.repeat(20)}`,
      `filter[tags][in]=${secret}%5C${secret}`,
      `filter[title][exists]=${secret}`,
    ]) {
      const response = await readResponse(await crowded.get(`/content/posts?${query}`))
      expect({ query, code: readProblem(response).code }).toEqual({ query, code: 'invalid_parameters' })
      expect(response.text).not.toContain(secret)
    }
  })
})

test('no value is a pattern: wildcards find what has them to the letter', async () => {
  for (const query of [
    ...['%25', '_', '*', '.*', '%3F', '^', '[a-z]', '%25a%25', 'a_', 'a*'].map(
      text => `[title][prefix]=${text}`,
    ),
    ...['*', '%25', '_____', '^.'].map(text => `[title]=${text}`),
    ...['p*', 'p_', 'p%25'].map(text => `[id][prefix]=${text}`),
  ]) {
    const { list } = JSON.parse((await send(crowded, `/content/posts?filter${query}`)).text)
    const literal = decodeURIComponent(query.slice(query.indexOf('=') + 1))
    const others = list.filter((one: { data: { title: string } }) => !one.data.title.startsWith(literal))
    expect({ query, others }).toEqual({ query, others: [] })
  }
  expect((await send(crowded, '/content/posts?q=*')).status).toBe(400)
})

test('a search in a script without spaces costs as many statements as one for as many words', async () => {
  const han = (from: number) =>
    Array.from({ length: 23 }, (_, at) => String.fromCodePoint(0x4e00 + from + at)).join('')
  const words = Array.from({ length: 8 }, (_, at) => han(24 * at))
  const cost = async (q: string) => {
    const { status, statements } = await send(crowded, `/content/posts?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    return statements.length
  }
  const usual = await cost(words.map((_, at) => `word${at}`).join(' '))
  expect(await cost(words.join(' '))).toBe(usual)
})
