// What the search finds: entries on the server; collections, pages and actions in the browser. Beside them it offers the
// same words as a search of what is published, which also looks into texts.
import { useDebouncedValue } from '@mantine/hooks'
import { useLocation } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { searchWeightOf } from '../../../src/content/model/query-model.ts'
import type { Collection, Field } from '../../../src/content/values/model.ts'
import { useAllCollections, useEntries } from '../../api/content/content.ts'
import { useSpace, useSpacePaths } from '../../api/space.ts'
import { toNamedPages } from '../page-name.ts'
import { type PaletteAction, usePaletteActions } from './palette-actions.ts'
import { fold, rankByTitle } from './palette-rank.ts'

interface FoundEntry {
  readonly kind: 'entry'
  readonly entry: EntryItemView
  /** The name of its collection. */
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
/** A search of the published entries of a collection, by `q`. */
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
/** As long as the server allows. */
const searchLengthMax = 100
const entriesMax = 8
/** The server sorts by time, so that the best titles are chosen from more than are shown. */
const candidatesMax = 100
const collectionsMax = 6
/** Without words, a few actions show that there are some. */
const actionsMax = 4
const publishedMax = 4

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
  // At the beginning of a word: what is known at once is short, and comes before what the server finds.
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

/** One for each collection whose texts are searched, and first the one whose page is open. Words have a letter or a digit. */
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
    .filter(view => view.fields.some(field => searchWeightOf(view as Collection, field as Field) > 0))
    .toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.live - one.live)
    .slice(0, publishedMax)
    .map(({ apiName, name }) => ({
      kind: 'published',
      name,
      words,
      path: `${paths.tryIt}?${new URLSearchParams({ collection: apiName, q: words })}`,
    }))
}
