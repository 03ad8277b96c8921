// Real exports as an oracle. They lie outside the repository; without them these tests are skipped, in words.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isContentfulExport } from '../../../src/import-export/formats/contentful/contentful.ts'
import { errorsOf } from './conformance.ts'
import { type Converted, convert, lossesAt } from './conversion.ts'

const root = new URL('../../../../shared/data/', import.meta.url)
const isAbsent = !existsSync(root)
const reason = isAbsent ? ' (skipped: ../shared/data is not here)' : ''

interface Thing {
  readonly sys: { readonly id: string; readonly version?: number; readonly publishedVersion?: number }
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

const files = isAbsent
  ? []
  : readdirSync(root)
      .filter(folder => /^(?:contentful|ninetailed)-/.test(folder))
      .flatMap(folder => readdirSync(new URL(`${folder}/`, root)).map(name => `${folder}/${name}`))
      .filter(path => path.endsWith('.json'))
      .sort()
const isNoExport = /variant-pairs|\/cda-/
const exports = files.filter(path => !isNoExport.test(path))
const pairs = exports.filter(path => path.endsWith('.published.json'))

describe.skipIf(isAbsent)(`every real export${reason}`, () => {
  test('is distinguished from other files', () => {
    expect(exports).toHaveLength(39)
    for (const path of files)
      expect([path, isContentfulExport(read(path))]).toEqual([path, !isNoExport.test(path)])
  })

  test.each(exports)(
    '%s gives records that the import takes, and serves what is published and nothing else',
    path => {
      const source = read(path)
      const text = JSON.stringify(source)
      const converted = convert(source)
      expect(errorsOf([...converted.collections, ...converted.entries])).toEqual([])
      expect(JSON.stringify(source)).toBe(text)
      if (path.endsWith('richTextTable.published.json')) return
      expect(converted.entries.map(record => record.id).sort()).toEqual(idsOf(source.entries))
      const isLive = (thing: Thing) =>
        path.endsWith('.published.json') || thing.sys.publishedVersion !== undefined
      const live = converted.entries.filter(record => record.liveData !== undefined).map(record => record.id)
      expect(live.sort()).toEqual(idsOf(source.entries.filter(isLive)))
      for (const { sys } of source.entries as Thing[]) {
        const isChanged = (sys.version ?? 0) > (sys.publishedVersion ?? Number.POSITIVE_INFINITY) + 1
        expect(lossesAt(converted, sys.id).some(line => line.includes('changed after its publication'))).toBe(
          isChanged,
        )
      }
    },
  )

  test.each([
    ['contentful-fixtures/the-example-app.json', 10, 38, 37, 2],
    ['contentful-fixtures/ls-cma-1.json', 21, 56, 56, 0],
    ['contentful-multi-locale/contentful-export.json', 6, 14, 14, 0],
    ['contentful-starter-gatsby-blog/export.json', 2, 4, 4, 0],
    ['contentful-import-fixtures/sample-space.json', 2, 4, 4, 0],
    ['ninetailed-easyhr/contentful-space-data.json', 17, 128, 126, 0],
    ['ninetailed-marketing/marketing-pages-2023-04-24.json', 17, 126, 124, 0],
    ['ninetailed-marketing/marketing-pages-2023-11-01.json', 18, 148, 144, 0],
    ['ninetailed-marketing/marketing-pages-2024-02-14.json', 23, 136, 136, 1],
  ])('%s has the totals of its SOURCE.md', (path, collections, entries, live, changed) => {
    const converted = convert(read(path))
    const liveEntries = converted.entries.filter(record => record.liveData !== undefined)
    const changedIds = new Set(idsOf(read(path).entries))
    const reported = converted.losses.filter(line =>
      /^\S+: The entry was changed after its publication/.test(line),
    )
    expect([converted.collections.length, converted.entries.length, liveEntries.length]).toEqual([
      collections,
      entries,
      live,
    ])
    expect(reported.filter(line => changedIds.has(line.split(':')[0] ?? ''))).toHaveLength(changed)
  })

  test('the multi-locale export carries each Spanish value of a localised field, as long as the field is in the model', () => {
    const source = read('contentful-multi-locale/contentful-export.json')
    const spanish = (source.entries as { fields: Record<string, object> }[]).flatMap(item =>
      Object.values(item.fields).filter(values => Object.hasOwn(values, 'es')),
    )
    const overlays = convert(source).entries.flatMap(record => Object.keys(record.variants?.es ?? {}))
    expect(spanish.length).toBe(23)
    expect(overlays.length).toBeGreaterThanOrEqual(23)
  })
})

describe.skipIf(isAbsent)(`a management file and its delivery file${reason}`, () => {
  test('there are six pairs, and richTextTable has no model in its delivery file', () => {
    expect(pairs).toHaveLength(6)
  })

  test.each(pairs)('%s: both serve the same', path => {
    const managed = convert(read(path.replace('.published', '')))
    const delivered = convert(read(path))
    if (delivered.collections.length === 0) {
      expect(lossesAt(delivered, 'post')).toHaveLength(1)
      return
    }
    const served = ({ entries }: Converted) =>
      entries
        .filter(record => record.liveData !== undefined)
        .map(record => [`${record.id}`, record.slug, record.liveData])
        .sort()
    expect(served(managed)).toEqual(served(delivered))
    expect(managed.collections).toEqual(delivered.collections)
    // Beside the two conversions, the bare words of the delivery file itself.
    for (const { sys, fields } of read(path).entries as (Thing & {
      fields: Record<string, Record<string, unknown>>
    })[]) {
      for (const [name, values] of Object.entries(fields)) {
        const raw = values['en-US']
        if (typeof raw === 'object') continue
        expect(managed.entry(sys.id).liveData?.[name]).toBe(raw as never)
      }
    }
  })
})

interface Pair {
  readonly experience: string
  readonly experience_id: string
  readonly baseline: string
  readonly position_on_baseline: number | null
  readonly variants: readonly { readonly index: number; readonly entry: string; readonly hidden: boolean }[]
}

describe.skipIf(isAbsent)(`variant pairs of the personalized spaces${reason}`, () => {
  const pairs = files.filter(path => path.includes('variant-pairs'))

  test.each(pairs)('%s: each is an overlay or a loss, and no overlay is there beside them', path => {
    const source = read(path.replace('variant-pairs.', ''))
    const drafts = new Set(
      idsOf(source.entries.filter((item: Thing) => item.sys.publishedVersion === undefined)),
    )
    const converted = convert(source)
    const rows = (read(path) as Pair[]).flatMap(row => row.variants.map(variant => ({ ...row, ...variant })))
    const expected: string[] = []
    for (const row of rows) {
      const variantId = `${row.experience_id}:${row.index}`
      const overlay = converted.entry(row.baseline).variants?.[variantId]
      const reported = lossesAt(converted, row.baseline).filter(line =>
        line.startsWith(`Variant ${variantId} is not imported`),
      )
      const isCarried = !row.hidden && row.position_on_baseline !== null && !drafts.has(row.experience)
      expect([row.baseline, variantId, overlay !== undefined, reported.length]).toEqual([
        row.baseline,
        variantId,
        isCarried,
        isCarried ? 0 : 1,
      ])
      if (!overlay) continue
      expected.push(`${row.baseline} ${variantId}`)
      const { nt_experiences, ...own } = converted.entry(row.entry).liveData ?? {}
      expect(overlay).toEqual(own)
    }
    const made = converted.entries.flatMap(({ id, variants }) =>
      Object.keys(variants ?? {}).map(key => `${id} ${key}`),
    )
    expect(made.sort()).toEqual(expected.sort())
  })

  test('the overlays of easyhr and of the three dates are counted', () => {
    const made = pairs.map(path => {
      const converted = convert(read(path.replace('variant-pairs.', '')))
      return converted.entries.reduce((count, { variants }) => count + Object.keys(variants ?? {}).length, 0)
    })
    expect(made).toEqual([22, 22, 31, 19])
  })
})

function idsOf(things: readonly Thing[]): string[] {
  return things.map(thing => thing.sys.id).sort()
}
