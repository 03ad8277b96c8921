// Stores the filter, order and page of the list in the URL, so that links and reloads show the same list and Back returns
// to the previous one.
import { useLocation, useSearch } from 'wouter'
import type { EntriesQuery, ListState } from '../../../src/authoring/entries/entry-list.schema.ts'

export const searchLengthMax = 100
const pageMax = 2_147_483_647

export const listStates = {
  '': 'All',
  live: 'Published',
  changed: 'Changed',
  draft: 'Drafts',
  scheduled: 'Scheduled',
  invalid: 'With problems',
  failed: 'Schedule failed',
  archived: 'Archived',
} as const satisfies Record<ListState | '', string>
/** Empty for all entries except archived ones. */
export type ChosenState = keyof typeof listStates

export const sorts = {
  '-updatedAt': 'Last updated',
  updatedAt: 'Least recently updated',
  '-createdAt': 'Newest',
  createdAt: 'Oldest',
  '-publishedAt': 'Last published',
  publishedAt: 'Least recently published',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
  slug: 'Address',
} as const satisfies Partial<Record<EntriesQuery['sort'], string>>
export type ChosenSort = keyof typeof sorts
/** The order that a column heading selects first, and its reverse. */
export const columnSorts = {
  title: ['title', '-title'],
  published: ['-publishedAt', 'publishedAt'],
  created: ['-createdAt', 'createdAt'],
  updated: ['-updatedAt', 'updatedAt'],
} as const satisfies Partial<Record<Column | 'title', readonly [ChosenSort, ChosenSort]>>
const firstSort: ChosenSort = '-updatedAt'

export const columns = {
  state: 'State',
  published: 'Published',
  created: 'Created',
  version: 'Version',
  updated: 'Updated',
} as const
export type Column = keyof typeof columns
const firstColumns: readonly Column[] = ['state', 'published', 'updated']

export interface ListAddress {
  readonly state: ChosenState
  readonly search: string
  /** The name of an actor, or `me`; empty for any. */
  readonly updatedBy: string
  /** The id of an entry; empty for any. */
  readonly references: string
  readonly sort: ChosenSort
  readonly columns: readonly Column[]
  readonly page: number
}

const oneOf = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  text: string,
  other: Name,
): Name => (Object.hasOwn(names, text) ? (text as Name) : other)

/** Replaces invalid parameters with the defaults. */
export function parseListAddress(parameters: URLSearchParams): ListAddress {
  const get = (name: string) => parameters.get(name) ?? ''
  const page = /^[1-9]\d{0,9}$/.test(get('page')) ? Number(get('page')) : 1
  const chosen = get('columns').split(',')
  const known = (Object.keys(columns) as Column[]).filter(name => chosen.includes(name))
  return {
    state: oneOf(listStates, get('state'), ''),
    search: [...get('search')].slice(0, searchLengthMax).join(''),
    updatedBy: get('updatedBy'),
    references: /^[A-Za-z0-9][\w.:-]{0,127}$/.test(get('references')) ? get('references') : '',
    sort: oneOf(sorts, get('sort'), firstSort),
    columns: parameters.has('columns') ? known : firstColumns,
    page: page <= pageMax ? page : 1,
  }
}

/** Returns the query string without default values. It begins with `?`, or is empty. */
export function toListSearch(address: ListAddress): string {
  const { columns: chosen, page, sort, ...others } = address
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(others)) if (value !== '') parameters.set(name, value)
  if (sort !== firstSort) parameters.set('sort', sort)
  if (chosen.join() !== firstColumns.join()) parameters.set('columns', chosen.join())
  if (page !== 1) parameters.set('page', String(page))
  const text = parameters.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

export function isFiltered({ search, state, updatedBy, references }: ListAddress): boolean {
  return [search, state, updatedBy, references].some(value => value !== '')
}

export type ChangeList = (changes: Partial<ListAddress>, how?: { readonly isStep?: boolean }) => void

export interface ListLocation {
  readonly address: ListAddress
  /** Returns the URL for a changed filter. It resets to the first page unless the changes set a page or the columns. */
  readonly hrefFor: (changes: Partial<ListAddress>) => string
  /** With `isStep`, adds a history entry that Back returns to the previous list from. */
  readonly change: ChangeList
}

export function useListLocation(): ListLocation {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const address = parseListAddress(new URLSearchParams(search))
  const hrefFor: ListLocation['hrefFor'] = changes => {
    // Reads the current URL, because a typed search may have changed it since the last render.
    const now = parseListAddress(new URLSearchParams(location.search))
    const page = 'columns' in changes ? now.page : 1
    return path + toListSearch({ ...now, page, ...changes })
  }
  return {
    address,
    hrefFor,
    change: (changes, { isStep = false } = {}) => navigate(hrefFor(changes), { replace: !isStep }),
  }
}
