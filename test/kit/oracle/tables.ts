// Reads the database directly, bypassing all services: for before-and-after comparisons and invariants.
import { expect } from 'bun:test'
import type { Selectable } from 'kysely'
import { query } from '../../../src/database/database.ts'
import type { Schema } from '../../../src/database/schema.ts'
import type { TestSpace } from '../app/test-space.ts'
import { expectDraftAssets, expectPublishedAssets } from './asset-tables.ts'
import { expectDrafts } from './draft-tables.ts'
import { expectQueryIndex } from './query-index.ts'

const tables = [
  'space',
  'collection',
  'entry',
  'publication',
  'publication_variant',
  'publication_reference',
  'publication_asset',
  'draft_asset',
  'asset',
  'blob',
  'asset_former',
  'query_entry',
  'query_posting',
  'entry_version',
  'draft_reference',
  'live_value',
  'schedule',
  'model_change',
  'variant',
  'list_view',
  'activity',
  'space_activity',
  'api_key',
  'preview_link',
] as const

export type Tables = { readonly [Name in keyof Schema]: readonly Selectable<Schema[Name]>[] }

/**
 * Every row of every table, in a fixed order. One table after the other, on one connection: opening more of them takes
 * PostgreSQL several times as long as the reading.
 */
export async function dumpTables({ everything }: Pick<TestSpace, 'everything'>): Promise<Tables> {
  const rows: [string, object[]][] = []
  for (const table of tables) {
    rows.push([table, (await everything.all(query.selectFrom(table).selectAll())).sort(byText)])
  }
  return Object.fromEntries(rows) as unknown as Tables
}

export async function revisionOf({ everything, space }: TestSpace): Promise<number> {
  const row = await everything.first(query.selectFrom('space').select('revision').where('id', '=', space))
  return row?.revision ?? Number.NaN
}

/** All publications of an entry, the oldest first. */
export async function historyOf({ everything, space }: TestSpace, entry: string) {
  return everything.all(
    query
      .selectFrom('publication')
      .selectAll()
      .where('space', '=', space)
      .where('entry', '=', entry)
      .orderBy('from_revision'),
  )
}

/** Invariants that hold after any command. */
export async function expectInvariants(testSpace: Pick<TestSpace, 'everything'>): Promise<void> {
  const tables = await dumpTables(testSpace)
  const { space, entry, publication, publication_variant, publication_reference } = tables
  const revisions = new Map(space.map(({ id, revision }) => [id, revision]))
  const live = publication.filter(row => row.to_revision === null)
  expectUnique(live.map(row => [row.space, row.entry]))
  expectUnique(live.map(row => [row.space, row.collection, row.slug]))
  expectUnique(
    entry.flatMap(row => (row.archived_at === null ? [[row.space, row.collection, row.slug]] : [])),
  )
  expectUnique(publication.map(row => [row.space, row.entry, row.from_revision]))
  const entries = new Map(entry.map(row => [`${row.space} ${row.id}`, row]))
  for (const row of live) {
    const draft = entries.get(`${row.space} ${row.entry}`)
    expect(row.collection).toBe(draft?.collection ?? 'none')
  }
  for (const row of publication) {
    const now = revisions.get(row.space) ?? -1
    expect(row.from_revision).toBeLessThanOrEqual(now)
    if (row.to_revision === null) continue
    expect(row.from_revision).toBeLessThan(row.to_revision)
    expect(row.to_revision).toBeLessThanOrEqual(now)
  }
  const published = new Set(publication.map(row => `${row.space} ${row.entry} ${row.from_revision}`))
  for (const row of publication_variant)
    expect(published.has(`${row.space} ${row.entry} ${row.from_revision}`)).toBe(true)
  const pointers = publication_reference.map(row => `${row.space} ${row.target} ${row.entry}`)
  expect(pointers.sort()).toEqual(pointersOf(live, publication_variant))
  expectQueryIndex(tables)
  expectDrafts(tables)
  expectDraftAssets(tables)
  await expectPublishedAssets(testSpace.everything, tables)
}

/** The reference targets of the live publications and their overlays, without duplicates. */
function pointersOf(live: Tables['publication'], overlays: Tables['publication_variant']): string[] {
  const keyOf = (row: { space: string; entry: string; from_revision: number }) =>
    `${row.space} ${row.entry} ${row.from_revision}`
  const alive = new Set(live.map(keyOf))
  const rows = [...live, ...overlays.filter(row => alive.has(keyOf(row)))]
  const pointers = rows.flatMap(({ space, entry, refs }) =>
    (JSON.parse(refs ?? '[]') as [number, string | string[] | null][])
      .flatMap(([, targets]) => targets ?? [])
      .map(target => `${space} ${target} ${entry}`),
  )
  return [...new Set(pointers)].sort()
}

function expectUnique(keys: readonly (readonly unknown[])[]): void {
  const seen = new Set<string>()
  const twice = keys.map(key => JSON.stringify(key)).filter(text => seen.size === seen.add(text).size)
  expect(twice).toEqual([])
}

const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
