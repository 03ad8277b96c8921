// The query index as it has to be: built from the live publications alone, and compared with the stored one.
import { expect } from 'bun:test'
import type { Selectable } from 'kysely'
import { planTerms, termsOf } from '../../../src/content/index/index-terms.ts'
import { decodePosting, numberAt } from '../../../src/content/index/postings.ts'
import { fromKeyText, fromSlot, isSortBlockKey } from '../../../src/content/index/query-keys.ts'
import { sortBlockBytes, sortNumbersOf } from '../../../src/content/index/sort-blocks.ts'
import { linkFields } from '../../../src/content/model/stored-models.ts'
import type { Field } from '../../../src/content/values/model.ts'
import type { Schema } from '../../../src/database/schema.ts'
import { componentsIn } from './components.ts'

/** All rows of the tables that it reads. */
type Tables = {
  readonly [Name in
    | 'space'
    | 'collection'
    | 'publication'
    | 'publication_variant'
    | 'query_entry'
    | 'query_posting']: readonly Selectable<Schema[Name]>[]
}

/** The numbers of the entries that have a term, by the term; and by the number of an entry, what it is sorted by. */
type Index = ReadonlyMap<string, readonly number[]>

export function expectQueryIndex(tables: Tables): void {
  for (const space of tables.space) {
    for (const { number } of tables.query_entry.filter(row => row.space === space.id)) {
      expect(number).toBeLessThan(space.next_number)
    }
  }
  for (const { kind, title_field, fields, indexed_model } of tables.collection) {
    if (kind === 'component') continue
    expect(indexed_model).toBe(`${title_field ?? ''}\n${fields}`)
  }
  for (const { count } of tables.query_posting) expect(count).toBeGreaterThan(0)
  expect(Object.fromEntries(storedIndex(tables))).toEqual(Object.fromEntries(builtIndex(tables)))
}

function storedIndex({ query_posting }: Tables): Index {
  const index = new Map<string, number[]>()
  for (const { space, collection, field, variant, key, chunk, count, numbers } of query_posting) {
    if (isSortBlockKey(key)) {
      const sortNumbers = [...sortNumbersOf(key, chunk, numbers)]
      expect([sortNumbers.length, numbers.length]).toEqual([count, sortBlockBytes(count)])
      for (const [number, value] of sortNumbers)
        index.set(toSortText(space, collection, field, variant, number), [value])
      continue
    }
    const places = [...decodePosting(count, numbers)]
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    const term = toText(space, collection, field, variant, key)
    index.set(
      term,
      [...(index.get(term) ?? []), ...places.map(place => numberAt(chunk, place))].sort(byNumber),
    )
  }
  return sorted(index)
}

function builtIndex({ collection, publication, publication_variant, query_entry }: Tables): Index {
  const plans = new Map(
    collection.map(row => {
      const fields = JSON.parse(row.fields) as Field[]
      const titleField = row.title_field === null ? null : { titleField: row.title_field }
      const linked = linkFields(fields, componentsIn(collection, row.space))
      return [`${row.space} ${row.api_name}`, planTerms({ ...titleField, fields: linked })]
    }),
  )
  const numbers = new Map(query_entry.map(row => [`${row.space} ${row.entry}`, row.number]))
  const index = new Map<string, Set<number>>()
  for (const row of publication.filter(({ to_revision }) => to_revision === null)) {
    const isOfRow = (overlay: Tables['publication_variant'][number]) =>
      overlay.space === row.space &&
      overlay.entry === row.entry &&
      overlay.from_revision === row.from_revision
    const content = {
      id: row.entry,
      collection: row.collection,
      slug: row.slug,
      publishedAt: row.published_at,
      firstPublishedAt: row.first_published_at,
      values: row,
      overlays: new Map(publication_variant.filter(isOfRow).map(overlay => [overlay.variant, overlay])),
    }
    const number = numbers.get(`${row.space} ${row.entry}`)!
    const { keys, sortNumbers } = termsOf(plans.get(`${row.space} ${row.collection}`)!, content)
    for (const [slot, value] of sortNumbers) {
      const { field, variant } = fromSlot(slot)
      index.set(toSortText(row.space, row.collection, field, variant, number), new Set([value]))
    }
    for (const [slot, keysOfSlot] of keys) {
      const { field, variant } = fromSlot(slot)
      for (const key of keysOfSlot) {
        const term = toText(row.space, row.collection, field, variant, fromKeyText(key))
        index.set(term, (index.get(term) ?? new Set<number>()).add(number))
      }
    }
  }
  return sorted(new Map([...index].map(([term, found]) => [term, [...found].sort(byNumber)])))
}

function toText(space: string, collection: string, field: string, variant: string, key: Uint8Array): string {
  return JSON.stringify([space, collection, field, variant, Buffer.from(key).toString('latin1')])
}

function toSortText(
  space: string,
  collection: string,
  field: string,
  variant: string,
  number: number,
): string {
  return JSON.stringify([space, collection, field, variant, { sorts: number }])
}

const byNumber = (a: number, b: number) => a - b
const sorted = (index: Index): Index => new Map([...index].sort(([a], [b]) => (a < b ? -1 : 1)))
