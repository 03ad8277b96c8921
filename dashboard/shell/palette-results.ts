// What the search finds: entries on the server, collections and pages in the browser.
import { useDebouncedValue } from '@mantine/hooks'
import type { EntryItemView } from '../../src/authoring/entries.schema.ts'
import type { CollectionModelView } from '../../src/authoring/models.schema.ts'
import { useAllCollections, useEntries } from '../api/content.ts'
import { useSpace, useSpacePaths } from '../api/space.ts'
import { toNamedPages } from './page-name.ts'
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
export type PaletteItem = (FoundEntry | FoundCollection | FoundPage) & { readonly path: string }

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

export function usePaletteResults(text: string) {
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
  ]
  const groups = wanted === '' ? [found, ...known] : [...known, found]
  return {
    groups: groups.filter(({ list }) => list.length > 0),
    error,
    isWaiting: isFetching || search !== wanted,
  }
}
