// Files that are something else than they are taken for: one error that says what the file looks like and what to do.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Refusal } from '../../src/base/errors.ts'
import { openSource } from '../../src/import-export/formats/formats.ts'
import { ImportRefused } from '../../src/import-export/import.service.ts'
import { writeFolder } from '../kit/import/import-files.ts'
import { absence, dataPath, isDataAbsent } from '../kit/import/real-data.ts'
import { gif } from '../media/assets/assets-fixture.ts'
import * as build from './contentful/space-builder.ts'

const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields: [] },
  { type: 'entry', collection: 'posts', id: 'p1', liveData: {} },
]
const lines = records.map(record => `${JSON.stringify(record)}\n`).join('')
const pretty = records.map(record => `${JSON.stringify(record, null, 2)}\n`).join('')
const commaLines = records.map(record => `${JSON.stringify(record)},\n`).join('')
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** A tar archive of empty files. */
function tar(...names: string[]): Buffer {
  const blocks = names.map(name => {
    const block = Buffer.alloc(512)
    block.write(name, 0)
    block.write('00000000000\0', 124)
    block.write('ustar\0', 257)
    return block
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** The only error of a file that is refused before its lines are read. */
async function errorOf(path: string, format?: string): Promise<string> {
  const error = await openSource(path, { format }).then(
    () => null,
    (one: unknown) => one,
  )
  expect(error).toBeInstanceOf(ImportRefused)
  const { errors } = error as ImportRefused
  expect(errors).toHaveLength(1)
  expect(errors[0]!.where).toBe('the file')
  return errors[0]!.message
}

const cases: [name: string, content: string | Uint8Array, message: RegExp, file?: string][] = [
  ['nothing', '', /an empty file, which has no records: export/],
  ['blanks', ' \n\n', /blanks, which has no records: export/],
  ['a JSON array of records', json(records), /a JSON array of records: .*jq -c '\.\[\]'/],
  ['an array in one line', JSON.stringify(records), /a JSON array of records/],
  ['an array of other things', '[{"title":"A"},{"title":"B"}]', /a JSON array: .*NDJSON/],
  [
    'records below a key',
    json({ content: records }),
    /whose list `content` has the records: .*jq -c '\.content\[\]'/,
  ],
  ['one record over several lines', json(records[0]), /one record over several lines: .*jq -c '\.'/],
  ['records over several lines', pretty, /spread over several lines: .*jq -c/],
  ['another object', json({ title: 'A' }), /one JSON object with the keys title: /],
  [
    'damaged JSON',
    json({ title: ['A'] }).slice(0, -5),
    /JSON that is damaged: it ends early, inside a list at line 3/,
  ],
  ['lines of other objects', '{"a":1}\n{"a":2}\n', /lines of JSON that are no records/],
  ['lines compressed with gzip', gzipSync(lines), /compressed with gzip: decompress it \(gunzip\)/],
  ['a zip archive', Buffer.from('PK\x03\x04\x14\0\0\0'), /a zip archive: unpack it/],
  ['a tar archive', tar('space.ndjson'), /a tar archive: unpack it \(tar -xf\)/],
  [
    'a Strapi archive',
    gzipSync(tar('schemas/a.jsonl', 'entities/a.jsonl')),
    /a Strapi export \(a tar archive compressed/,
  ],
  ['a Sanity archive', gzipSync(tar('x/data.ndjson', 'x/assets.json')), /a Sanity export \(/],
  [
    'an encrypted Strapi export',
    Buffer.from([200, 0, 3, 255]),
    /an encrypted Strapi export/,
    'export.tar.gz.enc',
  ],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${lines}`, 'utf16le'), /UTF-16 text: save it as UTF-8 \(iconv/],
  ['UTF-16 without a mark', Buffer.from(lines, 'utf16le'), /UTF-16LE text/],
  ['big-endian UTF-16', Buffer.from(lines, 'utf16le').swap16(), /UTF-16BE text/],
  ['lines of Sanity', '{"_id":"a","_type":"post"}\n{"_id":"b","_type":"post"}\n', /a Sanity export: /],
  ['a Ghost export', json({ db: [{ meta: {}, data: { posts: [] } }] }), /a Ghost export: /],
  [
    'a WordPress export',
    '<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/">',
    /a WordPress export/,
  ],
  ['an HTML page', '\n<!DOCTYPE html><title>Sign in</title>', /an HTML page: .*download it again/],
  [
    'a Contentful export without a model',
    json({ entries: [{ sys: { id: 'a' }, fields: {} }] }),
    /without its content types: export again without --skip-content-model/,
  ],
  [
    'a response of Contentful',
    json({ sys: { type: 'Array' }, total: 0, items: [] }),
    /delivery API: import the file that/,
  ],
  ['a response of ours', json({ list: [], count: 0, pagesCount: 0 }), /Frontlist's API: `frontlist export`/],
  ['CSV', 'title,slug\n"A, b",a\n', /CSV: /, 'posts.csv'],
  ['CSV with semicolons and another ending', 'title;slug\nA;a\n', /CSV: /, 'posts.txt'],
  ['Markdown', '---\ntitle: A\n---\n# A\n', /Markdown with front matter/, 'post.md'],
  ['an image', gif('sea'), /an image \(image\/gif\): `frontlist assets add`/, 'sea.gif'],
  ['a PDF document', '%PDF-1.7\n', /a PDF document/, 'a.pdf'],
  ['a backup', 'SQLite format 3\0', /an SQLite database: to restore/, 'backup.db'],
  ['other bytes', Buffer.from([1, 2, 0, 4]), /a binary file/],
  ['records with commas behind them', commaLines, /NDJSON with commas between its lines: .*sed 's\/,\$\/\/'/],
  ['records with commas between them', commaLines.replace(/,\n$/, '\n'), /NDJSON with commas between/],
  ['an array with a comma at its end', `[\n${commaLines}]\n`, /JSON that is damaged: it is not JSON/],
  ['records in one line', lines.replaceAll('\n', ''), /several records in one line: .*jq -c/],
  ['records in one line with blanks', `${lines.replaceAll('\n', ' ')}\n`, /several records in one line: /],
  ['several records in each line', `${lines.replace('\n', '')}`.repeat(3), /several records in one line: /],
  ['other objects in one line', '{"a":1}{"a":"}{"}', /several JSON objects in one line: /],
  ['lines that end in CR', lines.replaceAll('\n', '\r'), /lines end in CR alone: .*tr '\\r' '\\n'/],
  ['CSV whose lines end in CR', 'title,slug\rA,a\r', /CSV: /, 'a.txt'],
  ['a text in quotes', '"hello"\n', /a single JSON value: imports take/],
  ['a number', '42', /a single JSON value: imports take/],
  ['null', 'null\n', /a single JSON value: imports take/],
  ['numbers', '1\n2\n', /plain text: /],
  ['texts in quotes', '"a"\n"b"\n', /plain text: /],
  ['subtitles', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n', /WebVTT subtitles/, 'a.vtt'],
  ['other subtitles', '1\n00:00:00,000 --> 00:00:02,000\nHello\n', /plain text/, 'a.srt'],
  ['a module', `export default ${json(records)}\n`, /a JavaScript module: /, 'posts.mjs'],
  ['a CommonJS module', `module.exports = ${json({ a: 1 })}\n`, /a JavaScript module: /, 'posts.cjs'],
  [
    'a module behind other lines',
    `// Posts, by date\nimport a from 'a'\nconst posts = [{ a }]\nexport { posts }\n`,
    /a JavaScript module: /,
  ],
  ['a comment before JSON', `// Posts\n/* of\nours */\n${json(records)}`, /JSON with comments: remove them/],
  [
    'a comment in JSON',
    json({ title: 'A' }).replace('"title"', '// ours "\n"title"'),
    /JSON that is damaged: it has a comment, which JSON does not allow, so/,
  ],
]

describe.each([
  ['not named', undefined],
  ['ndjson', 'ndjson'],
  ['contentful', 'contentful'],
])('where the format is %s,', (_, format) => {
  test.each(cases)(
    'a file that holds %s is refused with what it looks like and what to do',
    async (_, content, message, name = 'space.ndjson') => {
      const path = join(writeFolder({ [name]: content }), name)
      const error = await errorOf(path, format)
      expect(error).toStartWith(`${path} looks like `)
      expect(error).toMatch(message)
      expect(error.replaceAll('. ', '')).toMatch(/^[^\n]+: [^\n]+\.$/)
    },
  )
})

test('a Contentful export that is named as lines is refused with the format that it has', async () => {
  const path = join(writeFolder({ 'a.json': json({ contentTypes: [] }) }), 'a.json')
  expect(await errorOf(path, 'ndjson')).toMatch(/a Contentful export: leave out --format/)
})

test('a Contentful export with a comment in it is refused with one sentence that says so', async () => {
  const content = json({ contentTypes: [], entries: [] }).replace('"entries"', '// ours\n"entries"')
  const path = join(writeFolder({ 'a.json': content }), 'a.json')
  const error = await openSource(path, {}).catch((one: Error) => one)
  expect(error).toBeInstanceOf(Refusal)
  expect((error as Error).message).toBe(
    `${path} is not a Contentful export that can be read: it has a comment, which JSON does not allow.`,
  )
})

test('an export of the content model alone is read as one, whether its format is named or not', async () => {
  const { contentType, field } = build
  const model = { contentTypes: [contentType('post', [field('title', 'Symbol')])], editorInterfaces: [] }
  const path = join(writeFolder({ 'model.json': json(model) }), 'model.json')
  for (const format of [undefined, 'contentful']) {
    const records: unknown[] = []
    for await (const items of (await openSource(path, { format })).read())
      records.push(...items.map(({ record }) => record))
    expect(records).toMatchObject([{ type: 'collection', apiName: 'post', fields: [{ apiName: 'title' }] }])
  }
})

test.each([
  ['a first line that ends early', `{"type":"entry","collection":"posts",\n${lines}`],
  ['a first line with an unknown key', `{"type":"entry","collections":"posts"}\n${lines}`],
  ['a first line that is no object', `[1]\n${lines}`],
  ['a first line with a comma behind it', lines.replace('\n', ',\n') + lines],
  ['a first line of 100 KB with an unknown key', `{"type":"entry","x":"${'x'.repeat(100_000)}"}\n${lines}`],
])('the errors of %s are those of its lines', async (_, content) => {
  const path = join(writeFolder({ 'space.ndjson': content }), 'space.ndjson')
  const wheres: string[] = []
  for await (const items of (await openSource(path, {})).read())
    for (const { where, errors } of items) if (errors.length > 0) wheres.push(String(where))
  expect(wheres).toEqual(['1'])
})

test.each([
  ['of a Sanity export', { 'data.ndjson': '' }, /a folder that looks like a Sanity export: /],
  ['of a Strapi export', { 'schemas/a': '', 'entities/a': '' }, /a folder that looks like a Strapi export: /],
  [
    'of a Directus template',
    { 'src/collections.json': '', 'src/relations.json': '' },
    /looks like a Directus template: /,
  ],
  ['of Markdown files', { 'post.md': '' }, /looks like Markdown files: /],
  [
    'with an export',
    { 'contentful-export.json': '' },
    /It is a folder: name the file in it, such as contentful-export\.json\.$/,
  ],
  ['with nothing', { 'a/b.bin': '' }, /It is a folder: name the file to import\.$/],
])('a folder %s is refused with what it looks like and what to name', async (_, files, message) => {
  const error = await openSource(writeFolder(files), {}).catch((one: Error) => one)
  expect(error).toBeInstanceOf(Refusal)
  expect((error as Error).message).toMatch(message)
})

describe(`files that other products wrote${absence}`, () => {
  const products: [folder: string, pattern: RegExp, name: RegExp][] = [
    ['sanity-ndjson', /\.ndjson$/, /a Sanity export/],
    ['sanity-export', /\.tar\.gz$/, /a Sanity export/],
    ['strapi-5-export', /\.tar\.gz$/, /a Strapi export/],
    ['strapi-4-export', /\.tar\.gz$/, /a Strapi export/],
    ['ghost-migrate', /\.json$/, /a Ghost export/],
    ['ghost-6-export', /\.json$/, /a Ghost export/],
    ['wordpress-migrate', /\.xml$/, /a WordPress export/],
    ['csv-exports', /\.csv$/, /CSV/],
    ['directus-template/src', /^collections\.json$/, /Directus template/],
    ['markdown-jekyll/posts', /basic-post\.md$/, /Markdown/],
    ['swapi', /\.json$/, /a JSON array/],
  ]
  test.skipIf(isDataAbsent).each(products)(
    'of %s are refused by the name of what they are',
    async (folder, pattern, name) => {
      const root = dataPath(`${folder}/`)
      const paths = readdirSync(root).filter(path => pattern.test(path))
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths) expect(await errorOf(join(root, path))).toMatch(name)
    },
  )
})
