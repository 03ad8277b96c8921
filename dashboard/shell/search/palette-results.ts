// Finds the entries, pages and actions that match the text in the search, the best first.

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { searchWeightOf } from '../../../src/content/fields/text-facts.ts'
import { useAllCollections, useEntries } from '../../api/content/content.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { toSingular } from '../../parts/entries/new-entry-button.tsx'
import { toNamedPages } from '../page-arrival.ts'

interface FoundEntry {
  readonly kind: 'entry'
  readonly entry: EntryItemView
  /** The name of the entry's collection. */
  readonly collection: string
}
interface FoundCollection {
  readonly kind: 'collection'
  readonly collection: CollectionModelView
}
interface FoundPage {
  readonly kind: 'page'
  readonly name: string
}
/** A full-text search of a collection's published entries by `q`. */
interface PublishedSearch {
  readonly kind: 'published'
  readonly name: string
  readonly words: string
}
export type PaletteItem =
  | ((FoundEntry | FoundCollection | FoundPage | PublishedSearch) & { readonly path: string })
  | PaletteAction

export interface PaletteGroup {
  readonly title: string
  readonly list: readonly PaletteItem[]
}

const delayMilliseconds = 150
/** The server's limit. */
const searchLengthMax = 100
const entriesMax = 8
/** More candidates than are shown are requested, because the server sorts by time and the best titles are chosen here. */
const candidatesMax = 100
const collectionsMax = 6
/** The number of actions shown without a search text, as examples. */
const actionsMax = 4
const publishedMax = 4

/**
 * Collects the results of the command palette: entries from the server, and collections, pages and actions in the
 * browser. It also offers full-text searches of published content.
 */
export function usePaletteResults(text: string, showShortcuts: () => void) {
  const { slug } = useSpace()
  const paths = useSpacePaths()
  const wanted = text.trim().slice(0, searchLengthMax)
  const [search] = useDebouncedValue(wanted, delayMilliseconds)
  const { data: collections = [] } = useAllCollections()
  const query = search === '' ? ({ updatedBy: 'me' } as const) : { search }
  const {
    data: entries,
    error,
    isFetching,
  } = useEntries({
    ...query,
    perPage: search === '' ? entriesMax : candidatesMax,
  })
  // Local results must match at the beginning of a word. They are shown before those of the server.
  const matches = (...names: string[]) => names.some(name => ` ${fold(name)}`.includes(` ${fold(wanted)}`))
  const toName = (apiName: string) =>
    collections.find(collection => collection.apiName === apiName)?.name ?? apiName
  const found: PaletteGroup = {
    title: search === '' ? 'Edited last by you' : 'Entries',
    list: rankByTitle(entries?.list ?? [], search)
      .slice(0, entriesMax)
      .map(entry => ({
        kind: 'entry',
        entry,
        collection: toName(entry.collection),
        path: paths.toEntry(entry.collection, entry.id),
      })),
  }
  const actions = usePaletteActions(collections, showShortcuts).filter(({ name }) => matches(name))
  const published = usePublishedSearches(wanted, collections)
  const known: readonly PaletteGroup[] = [
    {
      title: 'Collections',
      list: collections
        .filter(({ name, apiName }) => matches(name, apiName))
        .slice(0, collectionsMax)
        .map(collection => ({
          kind: 'collection',
          collection,
          path: paths.toCollection(collection.apiName),
        })),
    },
    {
      title: 'Pages',
      list: toNamedPages(slug)
        .filter(({ name }) => matches(name))
        .map(({ name, path }) => ({ kind: 'page', name, path })),
    },
    { title: 'Actions', list: wanted === '' ? actions.slice(0, actionsMax) : actions },
  ]
  const inPublished: PaletteGroup = { title: 'Search the texts of published entries', list: published }
  const groups = wanted === '' ? [found, ...known.toReversed()] : [...known, found, inPublished]
  return {
    groups: groups.filter(({ list }) => list.length > 0),
    error,
    isWaiting: isFetching || search !== wanted,
  }
}

/**
 * Returns a search for each collection with searchable texts, the currently open collection first. The text must contain a
 * letter or a digit.
 */
function usePublishedSearches(
  words: string,
  collections: readonly CollectionModelView[],
): readonly PaletteItem[] {
  const paths = useSpacePaths()
  const [location] = useLocation()
  if (!/[\p{L}\p{N}]/u.test(words)) return []
  const isOpen = ({ apiName }: CollectionModelView) => {
    const path = paths.toCollection(apiName)
    return location === path || location.startsWith(`${path}/`)
  }
  return collections
    .filter(({ live, singleton }) => live > 0 && !singleton)
    .filter(view => view.fields.some(field => searchWeightOf(view, field) > 0))
    .toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.live - one.live)
    .slice(0, publishedMax)
    .map(({ apiName, name }) => ({
      kind: 'published',
      name,
      words,
      path: `${paths.tryIt}?${new URLSearchParams({ collection: apiName, q: words })}`,
    }))
}

interface PaletteAction {
  readonly kind: 'action'
  readonly name: string
  /** The path that the action opens, or a unique key if it only runs a function. */
  readonly path: string
  readonly run?: () => void
}

/** The actions of the command palette: create an entry, open a dialog of another page, change the colour scheme. */
function usePaletteActions(
  collections: readonly CollectionModelView[],
  showShortcuts: () => void,
): readonly PaletteAction[] {
  const paths = useSpacePaths()
  const [id] = useState(() => newId(systemRandom))
  const mayWrite = useHasRight('write')
  const mayModel = useHasRight('model')
  const mayManageKeys = useHasRight('keys.manage')
  const mayManageMembers = useHasRight('members.manage')
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light'
  const open = (name: string, path: string): PaletteAction => ({ kind: 'action', name, path })
  const run = (name: string, act: () => void): PaletteAction => ({
    kind: 'action',
    name,
    path: `#${name}`,
    run: act,
  })
  const writable = collections.filter(({ singleton, entries }) => !singleton || entries === 0)
  return [
    ...(mayWrite
      ? writable.map(({ apiName, name }) =>
          open(`New ${toSingular(name)}`, `${paths.toEntry(apiName, id)}?new`),
        )
      : []),
    ...(mayModel ? [open('Add a collection', `${paths.model}?add`)] : []),
    ...(mayManageMembers ? [open('Invite a member', `${paths.members}?invite`)] : []),
    ...(mayManageKeys ? [open('Create an API key', `${paths.apiKeys}?create`)] : []),
    run(`Use ${other} colours`, () => setColorScheme(other)),
    run('Show keyboard shortcuts', showShortcuts),
  ]
}

/** Removes differences of case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Sorts titles that begin with the search text first, then titles with a word that does, then titles that contain it, then
 * entries that match only by slug.
 */
export function rankByTitle<Entry extends { readonly title: string | null }>(
  entries: readonly Entry[],
  search: string,
): readonly Entry[] {
  const words = fold(search.trim())
  const rank = ({ title }: Entry) => {
    const text = fold(title ?? '')
    if (text.startsWith(words)) return 0
    if (text.includes(` ${words}`)) return 1
    return text.includes(words) ? 2 : 3
  }
  return entries.toSorted((one, other) => rank(one) - rank(other))
}
