// Contentful exports that are damaged: refused as what they are, whether or not the format is named.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Refusal } from '../../src/base/errors.ts'
import { openSource } from '../../src/import-export/formats/formats.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { contentType, entry, space as exportOf, field } from './contentful/space-builder.ts'

const whole = Buffer.from(
  JSON.stringify(
    exportOf({
      contentTypes: [contentType('post', [field('title', 'Symbol')])],
      entries: [entry('e', 'post', { title: 'Café' })],
    }),
    null,
    2,
  ),
)

async function open(content: Uint8Array, format?: string) {
  const file = join(makeFolder(), 'export.json')
  await Bun.write(file, content)
  return openSource(file, { format })
}

describe.each([
  ['detected', undefined],
  ['named', 'contentful'],
])('where the format is %s,', (_, format) => {
  test('a whole file is read, with a byte order mark too', async () => {
    for (const mark of ['', '\uFEFF']) {
      const source = await open(Buffer.concat([Buffer.from(mark), whole]), format)
      const titles: unknown[] = []
      for await (const items of source.read())
        for (const { record } of items) if (record?.type === 'entry') titles.push(record.liveData?.title)
      expect(titles).toEqual(['Café'])
    }
  })

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'inside a text',
      text => text.slice(0, text.indexOf('Café') + 3),
      /a text at line (\d+), column (\d+) \(Unt/,
    ],
    ['inside a list', text => text.slice(0, text.lastIndexOf(']')), /a list at line (\d+), column (\d+) \(/],
    ['before its last brace', text => text.slice(0, -1), /an object at line (\d+), column (\d+) \(/],
    ['on one line', text => JSON.stringify(JSON.parse(text)).slice(0, 50), /at line (1), column (50) \(/],
  ])('one that ends early, %s, is refused with where it ends', async (_, cut, message) => {
    const text = cut(whole.toString())
    const lines = text.trimEnd().split('\n')
    const error = await open(Buffer.from(text), format).catch((one: Error) => one)
    expect(error).toBeInstanceOf(Refusal)
    const [, line, column] = message.exec((error as Error).message) ?? []
    expect([Number(line), Number(column)]).toEqual([lines.length, lines.at(-1)!.length])
    expect((error as Error).message).toMatch(/export\.json is not a Contentful .*: it ends early, inside /)
  })

  test('one that is no JSON is refused with what the parser says', async () => {
    const text = whole.toString().replace('"Café"', 'Café')
    await expect(open(Buffer.from(text), format)).rejects.toThrow(/: it is not JSON \(.*Caf.*\)\.$/)
  })

  test('one that is nested deeper than 1,000 levels is refused before anything walks it', async () => {
    const deep = whole.toString().replace('"Café"', '['.repeat(100_000) + ']'.repeat(100_000))
    await expect(open(Buffer.from(deep), format)).rejects.toThrow(/: it is nested deeper than 1000 levels\.$/)
  })

  test('one that is not UTF-8 is refused', async () => {
    const latin1 = Buffer.from(whole.toString().replace('Café', 'Caf\u00e9'), 'latin1')
    await expect(open(latin1, format)).rejects.toThrow(
      /export\.json is not a Contentful export that can be read: it is not UTF-8\.$/,
    )
  })
})
