// The limits of a file: what is just within them is taken, one more is refused.
import { describe, expect, test } from 'bun:test'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, toNdjson } from '../kit/app/test-space.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'

const mebibyte = 1024 * 1024
const collection = {
  type: 'collection',
  apiName: 'things',
  name: 'Things',
  fields: [
    { apiName: 'text', type: 'text' },
    { apiName: 'any', type: 'json' },
    { apiName: 'links', type: 'reference', many: true },
    { apiName: 'words', type: 'text', many: true },
  ],
} as const
const start = toNdjson([collection])

function lineOf(bytes: number): string {
  const [head, tail] = ['{"type":"entry","collection":"things","id":"x","data":{"text":"', '"}}']
  return `${head}${'a'.repeat(bytes - head.length - tail.length)}${tail}`
}

describe('the length of a line', () => {
  test.each([
    ['with a line feed', '\n'],
    ['as the last, without one', ''],
  ])('16 MiB to the byte is taken, %s', async (_, end) => {
    const space = await createTestSpace()
    expect(await importText(space, `${start}${lineOf(16 * mebibyte)}${end}`)).toMatchObject({ created: 1 })
  })

  test('16 MiB and a byte is refused, and the lines after it are read and counted on', async () => {
    const space = await createTestSpace()
    const errors = await errorsOf(space, `${start}${lineOf(16 * mebibyte + 1)}\n{\n${lineOf(100)}\n[]`)
    expect(errors).toHaveLength(3)
    expect(errors[0]).toMatch(/^line 2: .*16 MiB/)
    expect(errors.slice(1).map(error => error.slice(0, 7))).toEqual(['line 3:', 'line 5:'])
  })

  test('it is counted in bytes, not in characters', async () => {
    const line = lineOf(6 * mebibyte).replaceAll('a', '€')
    expect(await errorsOf(await createTestSpace(), start + line)).toEqual([expect.stringContaining('16 MiB')])
  })

  test('a line of many chunks arrives whole, also where a character lies across two of them', async () => {
    const space = await createTestSpace()
    const text = '€😀é'.repeat(200_000)
    const record = { type: 'entry', collection: 'things', id: 'x', liveData: { text } }
    await importText(space, ` ${toNdjson([collection, record])}`)
    expect((await readEntry(space, 'things', 'x'))?.data.text === text).toBe(true)
  })
})

describe('references of one field', () => {
  const links = (count: number) => Array.from({ length: count }, () => ({ id: 'x' }))
  const record = (rest: object) =>
    toNdjson([collection, { type: 'entry', collection: 'things', id: 'x', ...rest }])

  test('10,000 are taken and served', async () => {
    const space = await createTestSpace()
    await importText(space, record({ liveData: { links: links(10_000) } }))
    expect((await readEntry(space, 'things', 'x'))?.data.links).toHaveLength(10_000)
  })

  test.each(['data', 'liveData'])('10,001 are refused in %s', async key => {
    const errors = await errorsOf(await createTestSpace(), record({ [key]: { links: links(10_001) } }))
    expect(errors).toEqual([expect.stringMatching(/^line 2: .*"links".*10001/)])
  })

  test('10,001 are refused in a variant', async () => {
    const text = record({ liveData: {}, variants: { vip: { links: links(10_001) } } })
    expect(await errorsOf(await createTestSpace(), text)).toEqual([expect.stringMatching(/"vip".*"links"/)])
  })

  test('other fields may hold more', async () => {
    const words = Array.from({ length: 10_001 }, () => 'w')
    expect(await importText(await createTestSpace(), record({ liveData: { words } }))).toMatchObject({
      created: 1,
    })
  })
})

describe('nesting', () => {
  /** The record is the first level, its data the second, and the value stands below them. */
  const record = (key: string, levels: number, open = '[', close = ']') => {
    const value = open.repeat(levels - 2) + (open === '[' ? '' : '1') + close.repeat(levels - 2)
    return `${start}{"type":"entry","collection":"things","id":"x","${key}":{"any":${value}}}`
  }

  test.each([
    ['liveData', '[', ']'],
    ['liveData', '{"a":', '}'],
    ['data', '[', ']'],
  ])('64 levels of %s %s are taken, 65 refused', async (key, open, close) => {
    const space = await createTestSpace()
    expect(await errorsOf(space, record(key, 65, open, close))).toEqual([
      expect.stringMatching(/^line 2: .*64/),
    ])
    expect(await importText(space, record(key, 64, open, close))).toMatchObject({ created: 1 })
    if (key === 'data') return
    const text = await (await space.get('/content/things/x')).text()
    expect(text).toContain(open.repeat(62))
  })

  test('a hundred thousand levels are refused like 65', async () => {
    const errors = await errorsOf(await createTestSpace(), record('liveData', 100_000))
    expect(errors).toEqual([expect.stringMatching(/^line 2: /)])
  })

  test('65 levels in a variant are refused', async () => {
    const value = '['.repeat(62) + ']'.repeat(62)
    const text = `${start}{"type":"entry","collection":"things","id":"x","liveData":{},"variants":{"v":{"any":${value}}}}`
    expect(await errorsOf(await createTestSpace(), text)).toEqual([expect.stringMatching(/^line 2: .*64/)])
  })
})
