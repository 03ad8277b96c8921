// Real Contentful exports through the whole way: import, serve, import again.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { openSource } from '../../src/import-export/formats/formats.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import { readAll, readEntry, type ServedEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { absence, dataPath, isDataAbsent, readData } from '../kit/import/real-data.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'

// Large files are slow on a busy machine.
setDefaultTimeout(longTestMs)

interface Thing {
  readonly sys: { readonly id: string; readonly publishedVersion?: number }
  readonly fields: { readonly [name: string]: { readonly [locale: string]: unknown } }
}

interface Export {
  readonly entries: readonly Thing[]
}

const isNoExport = /variant-pairs|\/cda-/
// A delivery file without content types: there is nothing to import.
const withoutModel = 'contentful-fixtures/richTextTable.published.json'
const files = isDataAbsent
  ? []
  : readdirSync(dataPath(''))
      .filter(folder => /^(?:contentful|ninetailed)-/.test(folder))
      .flatMap(folder => readdirSync(dataPath(folder)).map(name => `${folder}/${name}`))
      .filter(path => path.endsWith('.json') && !isNoExport.test(path) && path !== withoutModel)
      .sort()

/** Conversion knows no engine: on PostgreSQL a file of each folder. */
const filesOfRun =
  testEngine === 'sqlite'
    ? files
    : [...Map.groupBy(files, path => path.split('/')[0]).values()].map(([first]) => first!)

async function importFile({ database, space, time }: TestSpace, path: string, prune = false) {
  const source = await openSource(dataPath(path), { changed: 'latest' })
  return importContent(database, space, source, {
    clock: () => time.now,
    prune,
    dryRun: false,
    onProgress: () => {},
  })
}

const idsOf = (things: Iterable<{ readonly id: string }>) => [...things].map(one => one.id).sort()
const liveIds = ({ entries }: Export) =>
  entries
    .filter(entry => entry.sys.publishedVersion !== undefined)
    .map(entry => entry.sys.id)
    .sort()

describe.skipIf(isDataAbsent)(`every Contentful export${absence}`, () => {
  test.each(filesOfRun)(
    '%s is imported, serves its published entries and no others, and is unchanged the second time',
    async path => {
      const space = await createTestSpace()
      const report = await importFile(space, path)
      const served = await readAll(space, { depth: 1 })
      const source = readData<Export>(path)
      const isDelivery = path.endsWith('.published.json')
      const expected = isDelivery ? source.entries.map(entry => entry.sys.id).sort() : liveIds(source)
      expect(idsOf(served.values())).toEqual(expected)
      expect(report.created).toBe(source.entries.length)
      const before = await dumpTables(space)
      space.time.now += 60_000
      const again = await importFile(space, path, true)
      expect(again).toEqual({
        ...report,
        ...{ created: 0, changed: 0, unchanged: report.created, removed: 0 },
        collections: { created: 0, changed: 0, unchanged: report.collections.created },
      })
      expect(await dumpTables(space)).toEqual(before)
      await expectInvariants(space)
    },
  )

  test('a file without content types is refused, and nothing is written', async () => {
    const space = await createTestSpace()
    const before = await dumpTables(space)
    expect(importFile(space, withoutModel)).rejects.toThrow('1 error')
    expect(await dumpTables(space)).toEqual(before)
    expect(files).toHaveLength(38)
  })

  test('what a management file serves is what its delivery twin holds', async () => {
    const all = files.filter(path => path.endsWith('.published.json'))
    expect(all.length).toBeGreaterThanOrEqual(5)
    const pairs = testEngine === 'sqlite' ? all : all.slice(0, 1)
    for (const path of pairs) {
      const managed = await createTestSpace()
      await importFile(managed, path.replace('.published', ''))
      const served = await readAll(managed)
      for (const { sys, fields } of readData<Export>(path).entries) {
        for (const [name, values] of Object.entries(fields)) {
          const raw = values['en-US']
          if (typeof raw === 'object') continue
          expect([sys.id, name, served.get(sys.id)?.data[name]]).toEqual([sys.id, name, raw])
        }
      }
      const delivered = await createTestSpace()
      await importFile(delivered, path)
      const content = (entries: Map<string, ServedEntry>) =>
        [...entries].map(([id, { slug, collection, data }]) => [id, slug, collection, data]).sort()
      expect(content(served)).toEqual(content(await readAll(delivered)))
    }
  })
})

describe.skipIf(isDataAbsent)(`one space at three dates${absence}`, () => {
  test('replayed one over another with --prune, each date serves just what its file publishes', async () => {
    const space = await createTestSpace()
    for (const date of ['2023-04-24', '2023-11-01', '2024-02-14', '2023-04-24']) {
      const path = `ninetailed-marketing/marketing-pages-${date}.json`
      const source = readData<Export>(path)
      await importFile(space, path, true)
      space.time.now += 60_000
      const served = await readAll(space, { depth: 2 })
      expect(idsOf(served.values())).toEqual(liveIds(source))
      const { entry } = await dumpTables(space)
      expect(entry.filter(row => row.archived_at === null).length).toBe(source.entries.length)
      await expectInvariants(space)
      const fresh = await createTestSpace()
      await importFile(fresh, path)
      const data = async (of: TestSpace) =>
        [...(await readAll(of))].map(([id, entry]) => [id, entry.collection, entry.data]).sort()
      const keepsSlugs = (rows: Awaited<ReturnType<typeof data>>) =>
        JSON.stringify(rows).replaceAll(/"slug":"[^"]*"/g, '')
      expect(keepsSlugs(await data(space))).toBe(keepsSlugs(await data(fresh)))
    }
  })
})

interface Pair {
  readonly experience_id: string
  readonly baseline: string
  readonly position_on_baseline: number | null
  readonly variants: readonly { readonly index: number; readonly entry: string; readonly hidden: boolean }[]
}

describe.skipIf(isDataAbsent)(`variants${absence}`, () => {
  test.each([
    ['ninetailed-easyhr/contentful-space-data.json', 20],
    ['ninetailed-marketing/marketing-pages-2024-02-14.json', 15],
  ])('%s: `variants=experience:n` serves the replacement of each pair', async (path, least) => {
    const space = await createTestSpace()
    await importFile(space, path)
    const served = await readAll(space)
    let checked = 0
    const [folder, name] = path.split('/')
    for (const row of readData<Pair[]>(`${folder}/variant-pairs.${name}`)) {
      const base = served.get(row.baseline)
      for (const { index, entry, hidden } of row.variants) {
        const id = `${row.experience_id}:${index}`
        const replacement = served.get(entry)
        if (!base || !replacement || hidden || row.position_on_baseline === null) continue
        const varied = await readEntry(space, base.collection, base.slug, `?variants=${id}`)
        if (varied?.variantsApplied?.length === 0) continue
        checked++
        expect(varied).toMatchObject({
          id: base.id,
          slug: base.slug,
          version: base.version,
          variantsApplied: [id],
        })
        const { nt_experiences: _, ...own } = replacement.data
        for (const [field, value] of Object.entries(own)) {
          const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
          expect([field, varied?.data[field]]).toEqual([field, isEmpty ? base.data[field] : value])
        }
      }
    }
    expect(checked).toBeGreaterThanOrEqual(least)
  })

  test('the-example-app in German: what has a German value shows it, the rest is as without', async () => {
    const space = await createTestSpace()
    await importFile(space, 'contentful-fixtures/the-example-app.json')
    const english = await readAll(space)
    const german = await readAll(space, { variants: 'de-DE' })
    let translated = 0
    for (const { sys, fields } of readData<Export>('contentful-fixtures/the-example-app.json').entries) {
      if (!english.has(sys.id)) continue
      for (const [name, values] of Object.entries(fields)) {
        const value = values['de-DE']
        if (typeof value !== 'string') continue
        translated++
        expect(german.get(sys.id)).toMatchObject({ data: { [name]: value }, variantsApplied: ['de-DE'] })
      }
      const hasGerman = Object.values(fields).some(values => Object.hasOwn(values, 'de-DE'))
      if (!hasGerman) expect(german.get(sys.id)?.data).toEqual(english.get(sys.id)?.data ?? {})
    }
    expect(translated).toBeGreaterThan(30)
  })
})
