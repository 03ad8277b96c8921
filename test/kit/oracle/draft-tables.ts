// What is stored beside drafts, held against what it is derived from.
import { expect } from 'bun:test'
import type { Selectable } from 'kysely'
import { listReferences } from '../../../src/content/fields/field-references.ts'
import { checkValues } from '../../../src/content/fields/field-values.ts'
import type { Field, Values } from '../../../src/content/values/model.ts'
import { fold } from '../../../src/content/values/query-text.ts'
import { asWritten } from '../../../src/content/values/stored-data.ts'
import type { Schema } from '../../../src/database/schema.ts'

type Tables = { readonly [Name in keyof Schema]: readonly Selectable<Schema[Name]>[] }

const keyOf = (...parts: readonly unknown[]) => JSON.stringify(parts)

export function expectDrafts(tables: Tables): void {
  const { entry, publication, publication_variant: overlays, entry_version: versions } = tables
  const live = new Map(
    publication.filter(row => row.to_revision === null).map(row => [keyOf(row.space, row.entry), row]),
  )
  const variantsOf = (row: Selectable<Schema['publication']>) => {
    const own = overlays.filter(
      each =>
        each.space === row.space && each.entry === row.entry && each.from_revision === row.from_revision,
    )
    const ordered = own.sort((a, b) => (a.variant < b.variant ? -1 : 1))
    return own.length === 0
      ? null
      : `{${ordered.map(each => `"${each.variant}":${asWritten(each)}`).join(',')}}`
  }
  for (const row of entry) {
    const published = live.get(keyOf(row.space, row.id))
    const isSame =
      published?.slug === row.slug &&
      asWritten(published) === row.data &&
      variantsOf(published) === row.variants
    const state = row.archived_at !== null ? 'archived' : !published ? 'draft' : isSame ? 'live' : 'changed'
    expect({ id: row.id, state: row.state }).toEqual({ id: row.id, state })
    expect({ id: row.id, at: row.published_at }).toEqual({ id: row.id, at: published?.published_at ?? null })
    expect(row.title_key).toBe(row.title === null ? null : fold(row.title))
    expect(row.search).toEndWith(`\n${fold(row.slug)}`)
    const own = versions.filter(each => each.space === row.space && each.entry === row.id)
    // Of an entry of before, and of an imported one, the first draft has no row while it is the newest.
    const { kind } = JSON.parse(row.created_by ?? '{"kind":"import"}') as { kind: string }
    if (own.length === 0 && row.draft_version === 1 && kind === 'import') continue
    const newest = own.filter(each => each.slug === null)
    expect(newest.map(each => each.draft_version)).toEqual([row.draft_version])
    expect(own.every(each => each.draft_version <= row.draft_version)).toBe(true)
  }
  const there = new Set(entry.map(row => keyOf(row.space, row.id)))
  expect(versions.filter(row => !there.has(keyOf(row.space, row.entry)))).toEqual([])
  expectReferences(tables)
}

/** Of references by id: what one by slug means changes with the entries of others. */
function expectReferences({ collection, entry, draft_reference: stored }: Tables): void {
  const models = new Map(
    collection.map(row => [keyOf(row.space, row.api_name), JSON.parse(row.fields) as Field[]]),
  )
  const expected = entry.flatMap(row => {
    const fields = models.get(keyOf(row.space, row.collection)) ?? []
    const variants = JSON.parse(row.variants ?? '{}') as { [id: string]: Values }
    const parts = [
      ['data', JSON.parse(row.data) as Values] as const,
      ...Object.entries(variants).map(([id, values]) => [`variants/${id}`, values] as const),
    ]
    return parts.flatMap(([place, values]) =>
      listReferences(fields, checkValues(fields, values, { onError: () => {} })).flatMap(({ field, to }) =>
        'id' in to ? [keyOf(row.space, to.id, row.id, `/${place}/${field}`)] : [],
      ),
    )
  })
  const all = new Set(stored.map(row => keyOf(row.space, row.target, row.entry, row.path)))
  expect([...new Set(expected)].filter(key => !all.has(key))).toEqual([])
  const there = new Set(entry.map(row => keyOf(row.space, row.id)))
  expect(stored.filter(row => !there.has(keyOf(row.space, row.entry)))).toEqual([])
}
