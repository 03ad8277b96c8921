// The demo space is the first thing that a new user asks: these tests hold what the guide promises about it.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import {
  type Collection,
  collectionNamePattern,
  entryIdPattern,
  type Field,
  fieldNamePattern,
  type Json,
  type Values,
  variantIdPattern,
} from '../../src/content/values/model.ts'
import { mapPortableTextReferences } from '../../src/content/values/portable-text.ts'
import type {
  AssetRecord,
  CollectionRecord,
  ComponentRecord,
  EntryRecord,
  ImportRecord,
} from '../../src/import-export/read/records.ts'

const demoFolder = join(import.meta.dir, '../../src/demo')
const picturesFolder = join(demoFolder, 'pictures')
const drawingsFolder = join(demoFolder, 'drawings')

const collectionsMin = 6
const entriesMin = 70
const entriesMax = 95
const draftsMin = 6
const changedMin = 6
const personalizedMin = 12
const audiences = ['booksellers', 'readers-de', 'returning']
const publishedFrom = Date.parse('2024-01-01T00:00:00.000Z')
const publishedBefore = Date.parse('2026-11-01T00:00:00.000Z')
const svgBytesMax = 3 * 1024
const pictureBytesMax = 1_500_000
const altLengthMin = 40
/** The widths of pictures, by their folders: two or three times what a site shows. */
const pictureWidths: Readonly<Record<string, number>> = { covers: 1000, portraits: 600, scenes: 1600 }
const canonicalTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

interface Entry extends EntryRecord {
  readonly id: string
  readonly slug: string
}

const text = readFileSync(join(demoFolder, 'demo.ndjson'), 'utf8')
const lines = text.trimEnd().split('\n')
const records = lines.map(line => JSON.parse(line) as ImportRecord)
const collections = records.filter((record): record is CollectionRecord => record.type === 'collection')
const components = records.filter((record): record is ComponentRecord => record.type === 'component')
const entries = records.filter((record): record is Entry => record.type === 'entry')
const assets = records.filter((record): record is AssetRecord => record.type === 'asset')
const published = entries.filter(entry => entry.liveData !== undefined)
const drafts = entries.filter(entry => entry.liveData === undefined)
const collectionByName = new Map<string, Collection>(
  collections.map(collection => [collection.apiName, collection]),
)
const componentByName = new Map(components.map(component => [component.apiName, component]))
const entryById = new Map(entries.map(entry => [entry.id, entry]))

/** Every set of values that an entry carries: draft, published and overlays. */
function layersOf(entry: Entry): Values[] {
  return [entry.data, entry.liveData, ...Object.values(entry.variants ?? {})].filter(
    values => values !== undefined,
  )
}

function fieldOf(model: string, apiName: string): Field | undefined {
  const { fields } = collectionByName.get(model) ?? componentByName.get(model) ?? { fields: [] }
  return fields.find(field => field.apiName === apiName)
}

/** The single values of a field: what stands in the array, where the field holds many. */
function itemsOf(field: Field, value: Json): readonly Json[] {
  if (!field.many) return [value]
  if (!Array.isArray(value)) throw new Error(`${field.apiName} holds many: an array is expected`)
  return value
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAsset(value: Json): boolean {
  return (
    isObject(value) &&
    ['id', 'id,title'].includes(Object.keys(value).join()) &&
    Object.values(value).every(part => typeof part === 'string')
  )
}

interface Block {
  readonly component: string
  readonly key: string
  readonly data: Values
}

function isBlock(value: Json): value is Json & Block {
  return isObject(value) && Object.keys(value).join() === 'component,key,data' && isObject(value.data!)
}

function fits(field: Field, value: Json): boolean {
  switch (field.type) {
    case 'text':
      return typeof value === 'string'
    case 'richText':
      return Array.isArray(value) && value.length > 0
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return (
        typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      )
    case 'dateTime':
      return typeof value === 'string' && canonicalTime.test(value) && !Number.isNaN(Date.parse(value))
    case 'json':
      return value !== null
    case 'asset':
      return isAsset(value)
    case 'reference':
      return isObject(value) && Object.keys(value).join() === 'id' && typeof value.id === 'string'
    case 'component':
      return isBlock(value) && field.of?.includes(value.component) === true
  }
}

interface FieldValue {
  readonly entry: Entry
  /** The collection, or the component of a block. */
  readonly model: string
  readonly field: Field
  readonly value: Json
}

/** Lists every single value in the file, in blocks too, with the field that it stands in. */
function valuesOf(from: readonly Entry[], layers: (entry: Entry) => Values[]): FieldValue[] {
  return from.flatMap(entry => layers(entry).flatMap(values => valuesIn(entry, entry.collection, values)))
}

function valuesIn(entry: Entry, model: string, values: Values): FieldValue[] {
  return Object.entries(values).flatMap(([apiName, held]) => {
    const field = fieldOf(model, apiName)
    if (field === undefined) throw new Error(`${entry.id} has a field that ${model} lacks: ${apiName}`)
    return itemsOf(field, held).flatMap(value => {
      const inner = isBlock(value) ? valuesIn(entry, value.component, value.data) : []
      return [{ entry, model, field, value }, ...inner]
    })
  })
}

const allValues = valuesOf(entries, layersOf)
const liveValues = valuesOf(published, entry => (entry.liveData === undefined ? [] : [entry.liveData]))

function targetOf({ field, value }: FieldValue): string | undefined {
  return field.type === 'reference' && isObject(value) && typeof value.id === 'string' ? value.id : undefined
}

function targetsOf(entry: Entry, apiName: string): string[] {
  return liveValues
    .filter(held => held.entry === entry && held.field.apiName === apiName)
    .flatMap(held => targetOf(held) ?? [])
}

const usedAssets = new Set(
  allValues
    .filter(({ field }) => field.type === 'asset')
    .map(({ value }) => (value as { readonly id: string }).id),
)

/** Paths below a folder. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => relative(folder, join(file.parentPath, file.name)))
    .sort()
}

function names(list: readonly Entry[]): string[] {
  return list.map(entry => entry.id)
}

describe('the demo file', () => {
  test('holds one compact JSON object a line, models before entries, entries grouped by collection', () => {
    expect(records.map(record => JSON.stringify(record))).toEqual(lines)
    const models = [...components, ...collections]
    expect(records.slice(0, models.length)).toEqual(models)
    const groups = entries
      .map(entry => entry.collection)
      .filter((name, at, all) => at === 0 || name !== all[at - 1])
    expect(groups).toEqual(collections.map(collection => collection.apiName))
  })

  test('is large enough to page through and small enough to read', () => {
    expect(collections.length).toBeGreaterThanOrEqual(collectionsMin)
    expect(entries.length).toBeGreaterThanOrEqual(entriesMin)
    expect(entries.length).toBeLessThanOrEqual(entriesMax)
  })

  test('names its collections, fields and entries as the limits allow', () => {
    for (const collection of [...collections, ...components]) {
      expect(collection.apiName).toMatch(collectionNamePattern)
      for (const field of collection.fields) expect(field.apiName).toMatch(fieldNamePattern)
    }
    for (const entry of entries) expect(entry.id).toMatch(entryIdPattern)
  })

  test('gives every entry an id of its own, and a slug of its own in the collection', () => {
    expect(entryById.size).toBe(entries.length)
    expect(new Set(entries.map(entry => `${entry.collection}/${entry.slug}`)).size).toBe(entries.length)
  })
})

describe('the model', () => {
  test('shows every field type, one and many, and references with and without `to`', () => {
    const fields = collections.flatMap(collection => collection.fields)
    expect(new Set(fields.map(field => field.type))).toEqual(new Set(fieldTypes))
    const many = new Set(fields.filter(field => field.many).map(field => field.type))
    expect(many).toEqual(new Set(['text', 'integer', 'dateTime', 'asset', 'reference', 'component']))
    const references = fields.filter(field => field.type === 'reference')
    expect(references.some(field => field.to === undefined && field.many === true)).toBe(true)
    expect(references.some(field => field.to === undefined && field.many !== true)).toBe(true)
    expect(references.some(field => (field.to?.length ?? 0) > 1)).toBe(true)
    for (const name of references.flatMap(field => field.to ?? [])) {
      expect(collectionByName.has(name)).toBe(true)
    }
  })

  test('has no field that stays empty: each has a value in what is published, or in an overlay of it', () => {
    const used = new Set(valuesOf(published, layersOf).map(({ model, field }) => `${model}.${field.apiName}`))
    const modelled = [...collections, ...components].flatMap(({ apiName, fields }) =>
      fields.map(field => `${apiName}.${field.apiName}`),
    )
    expect(modelled.filter(name => !used.has(name))).toEqual([])
  })

  test('is kept by every value: draft, published and overlay', () => {
    const misfits = allValues.filter(({ field, value }) => !fits(field, value))
    expect(misfits.map(({ entry, field }) => `${entry.id}.${field.apiName}`)).toEqual([])
  })
})

describe('publication', () => {
  test('lies between 2024 and October 2026, with ties', () => {
    const times = published.map(entry => entry.publishedAt ?? '')
    for (const time of times) {
      expect(time).toMatch(canonicalTime)
      expect(Date.parse(time)).toBeGreaterThanOrEqual(publishedFrom)
      expect(Date.parse(time)).toBeLessThan(publishedBefore)
    }
    const books = published.filter(entry => entry.collection === 'books')
    expect(new Set(books.map(entry => entry.publishedAt)).size).toBeLessThan(books.length)
  })

  test('leaves drafts out, and published entries refer to every one of them', () => {
    expect(drafts.length).toBeGreaterThanOrEqual(draftsMin)
    const met = new Set(liveValues.map(targetOf))
    expect(names(drafts.filter(draft => !met.has(draft.id)))).toEqual([])
  })

  test('shows a draft both ways: as null in a single reference, and dropped from a list', () => {
    const toDrafts = liveValues.filter(held => drafts.some(draft => draft.id === targetOf(held)))
    expect(toDrafts.some(({ field }) => field.many === true)).toBe(true)
    expect(toDrafts.some(({ field }) => field.many !== true)).toBe(true)
  })

  test('carries changes that are not published yet', () => {
    const changed = published.filter(entry => entry.data !== undefined)
    expect(changed.length).toBeGreaterThanOrEqual(changedMin)
    for (const entry of changed) expect(entry.data).not.toEqual(entry.liveData)
  })
})

describe('references', () => {
  test('all lead to an entry of the file, in a collection that the field allows', () => {
    const astray = allValues.filter(held => {
      const target = targetOf(held)
      if (target === undefined) return false
      const collection = entryById.get(target)?.collection
      return collection === undefined || held.field.to?.includes(collection) === false
    })
    expect(astray.map(held => `${held.entry.id}.${held.field.apiName} -> ${targetOf(held)}`)).toEqual([])
  })

  test('run in circles between books and authors: each lists the other', () => {
    const books = published.filter(entry => entry.collection === 'books')
    const unlisted = books.filter(book => {
      const author = entryById.get(targetsOf(book, 'author')[0] ?? '')
      return author === undefined || !targetsOf(author, 'books').includes(book.id)
    })
    expect(names(unlisted)).toEqual([])
  })

  test('include books that recommend each other, and an entry that points to itself', () => {
    const relates = (from: string, to: string) => {
      const entry = entryById.get(from)
      return entry !== undefined && targetsOf(entry, 'related').includes(to)
    }
    expect(relates('book-fog-arithmetic', 'book-a-dictionary-of-drizzle')).toBe(true)
    expect(relates('book-a-dictionary-of-drizzle', 'book-fog-arithmetic')).toBe(true)
    expect(relates('post-see-also', 'post-see-also')).toBe(true)
  })

  test('stand in an article, as an entry, behind a link and beside a table, and lead to published entries', () => {
    const shown = new Map<string, Json>()
    for (const { field, value } of valuesOf(published, ({ liveData }) => [liveData ?? {}])) {
      if (field.type !== 'richText') continue
      mapPortableTextReferences(value, '', (to, _, isLink) => {
        shown.set(isLink ? 'link' : 'entry', to)
        expect(entryById.get((to as { id: string }).id)?.liveData).toBeDefined()
        return to
      })
      if (JSON.stringify(value).includes('"_type":"table"')) shown.set('table', true)
    }
    expect([...shown.keys()].sort()).toEqual(['entry', 'link', 'table'])
  })

  test('leads from each page of blocks to an entry, by a link', () => {
    for (const page of published.filter(({ collection }) => collection === 'landingPages')) {
      const used = valuesOf([page], ({ liveData }) => [liveData ?? {}]).filter(({ field }) => field.link)
      expect(used.map(held => entryById.get(targetOf(held) ?? '')?.liveData !== undefined)).toEqual([true])
    }
  })

  test('build a page from panels of at least four collections', () => {
    const home = entryById.get('page-home')
    if (home === undefined) throw new Error('the demo has no home page')
    const kinds = targetsOf(home, 'blocks').map(id => entryById.get(id)?.collection)
    expect(new Set(kinds).size).toBeGreaterThanOrEqual(4)
  })

  test('nest categories three levels deep, and order a series by its volumes', () => {
    const parentOf = (id: string) => {
      const entry = entryById.get(id)
      return entry === undefined ? undefined : targetsOf(entry, 'parent')[0]
    }
    expect(parentOf(parentOf('category-cookery') ?? '')).toBe('category-non-fiction')
    for (const series of published.filter(entry => entry.collection === 'series')) {
      const volumes = targetsOf(series, 'books').map(id => {
        const book = entryById.get(id)
        return (book?.liveData ?? book?.data)?.volume
      })
      expect(volumes).toEqual(volumes.map((_, at) => at + 1))
    }
  })
})

describe('variants', () => {
  const personalized = published.filter(entry => entry.variants !== undefined)

  test('are for three audiences, on a good dozen of published entries', () => {
    const ids = new Set(entries.flatMap(entry => Object.keys(entry.variants ?? {})))
    expect([...ids].sort()).toEqual(audiences)
    for (const id of ids) expect(id).toMatch(variantIdPattern)
    expect(personalized.length).toBeGreaterThanOrEqual(personalizedMin)
  })

  test('always say something other than the published value', () => {
    for (const { id, liveData, variants } of personalized) {
      for (const overlay of Object.values(variants ?? {})) {
        for (const [apiName, value] of Object.entries(overlay)) {
          expect(`${id} ${JSON.stringify(value)}`).not.toBe(`${id} ${JSON.stringify(liveData?.[apiName])}`)
        }
      }
    }
  })

  test('overlap on some entries, so that the order asked decides', () => {
    const contested = personalized.filter(({ variants }) => {
      const overlays = Object.values(variants ?? {})
      const fields = overlays.flatMap(overlay => Object.keys(overlay))
      return overlays.length === audiences.length && new Set(fields).size < fields.length
    })
    expect(names(contested)).toEqual(expect.arrayContaining(['book-tide-tables', 'page-home']))
  })

  test('make a whole page of blocks German, with the keys of its blocks', () => {
    const { liveData, variants } = entryById.get('landing-halligen')!
    const keysOf = (sections: Json | undefined) => (sections as unknown as Block[]).map(({ key }) => key)
    expect(keysOf(variants?.['readers-de']?.sections)).toEqual(keysOf(liveData?.sections))
  })

  test('give booksellers another home page, from other blocks', () => {
    expect(entryById.get('page-home')?.variants?.booksellers?.blocks).toBeArray()
  })
})

describe('pictures', () => {
  test('stand between the model and the entries, each used and each named by its file', () => {
    const at = records.indexOf(assets[0]!)
    expect(records.slice(at, at + assets.length)).toEqual(assets)
    expect(records[at + assets.length]).toBe(entries[0]!)
    expect([...usedAssets].sort()).toEqual(assets.map(({ id }) => id).sort())
    expect(assets.map(({ file }) => file!).sort()).toEqual(listFiles(picturesFolder))
  })

  test('have a title, an alt text of their own that describes them, a focal point and a placeholder', () => {
    for (const { id, title, alt, focalPoint, thumbhash } of assets) {
      expect({ id, title, alt, focalPoint, thumbhash }).toEqual({
        id,
        title: expect.stringMatching(/./),
        alt: expect.stringMatching(/^[A-Z].+\.$/),
        focalPoint: { x: expect.any(Number), y: expect.any(Number) },
        thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{20,}=*$/),
      })
      expect(alt!.length).toBeGreaterThanOrEqual(altLengthMin)
      expect(alt).not.toContain(title!)
    }
    expect(new Set(assets.map(({ alt }) => alt)).size).toBe(assets.length)
  })

  test('are WebP, large enough for sharp screens, and small together', async () => {
    let bytes = 0
    for (const { file } of assets) {
      const path = join(picturesFolder, file!)
      const { format, width } = await sharp(path).metadata()
      expect([file, format, width]).toEqual([file, 'webp', pictureWidths[file!.split('/')[0]!]])
      bytes += statSync(path).size
    }
    expect(bytes).toBeLessThan(pictureBytesMax)
  })

  test('are each drawn from an SVG that is small and free of scripts and outside references', () => {
    const drawings = listFiles(drawingsFolder)
    expect(drawings).toEqual(listFiles(picturesFolder).map(file => file.replace('.webp', '.svg')))
    for (const file of drawings) {
      const path = join(drawingsFolder, file)
      expect(statSync(path).size).toBeLessThanOrEqual(svgBytesMax)
      const svg = readFileSync(path, 'utf8').replace(' xmlns="http://www.w3.org/2000/svg"', '')
      expect(svg).not.toMatch(/<script|href|url\(|https?:|\son\w+=|@import/i)
    }
  })
})
