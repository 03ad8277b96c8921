// Stores the filter, order and page of the list in the URL, so that links and reloads show the same list and Back returns
// to the previous one.
import { useLocation, useSearch } from 'wouter'
import type { EntriesQuery, ListState } from '../../../src/authoring/entries/entry-list.schema.ts'
import type { View } from '../../../src/authoring/views/views.schema.ts'
import { type Condition, readConditions } from './conditions.ts'

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

export interface ListParameters {
  readonly state: ChosenState
  readonly search: string
  /** The name of an actor, or `me`; empty for any. */
  readonly updatedBy: string
  /** The id of an entry; empty for any. */
  readonly references: string
  /** The id of the chosen view; empty for none. The other parameters say what the list shows. */
  readonly view: string
  /** Conditions on fields. */
  readonly conditions: readonly Condition[]
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
export function parseListParameters(query: URLSearchParams): ListParameters {
  const get = (name: string) => query.get(name) ?? ''
  const page = /^[1-9]\d{0,9}$/.test(get('page')) ? Number(get('page')) : 1
  const chosen = get('columns').split(',')
  const known = (Object.keys(columns) as Column[]).filter(name => chosen.includes(name))
  return {
    state: oneOf(listStates, get('state'), ''),
    search: [...get('search')].slice(0, searchLengthMax).join(''),
    updatedBy: get('updatedBy'),
    references: /^[A-Za-z0-9][\w.:-]{0,127}$/.test(get('references')) ? get('references') : '',
    view: get('view'),
    conditions: readConditions(query),
    sort: oneOf(sorts, get('sort'), firstSort),
    columns: query.has('columns') ? known : firstColumns,
    page: page <= pageMax ? page : 1,
  }
}

/** Returns the query string without default values. It begins with `?`, or is empty. */
export function toListSearch(parameters: ListParameters): string {
  const { columns: chosen, conditions, page, sort, ...others } = parameters
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(others)) if (value !== '') query.set(name, value)
  for (const { name, value } of conditions) query.append(name, value)
  if (sort !== firstSort) query.set('sort', sort)
  if (chosen.join() !== firstColumns.join()) query.set('columns', chosen.join())
  if (page !== 1) query.set('page', String(page))
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%5B', '[').replaceAll('%5D', ']')
  return text === '' ? '' : `?${text}`
}

type ViewContent = Pick<View, 'query' | 'columns'>

/**
 * Returns what a view stores of the list: its parameters without the page, and its columns. Parameters and columns of the
 * chosen view that this page cannot show stay as they are.
 */
export function toViewContent(parameters: ListParameters, chosen: View | null): ViewContent {
  const now = toShownContent(parameters)
  if (chosen === null) return now
  const before = toShownContent(fromView(chosen))
  const unchanged = Object.entries(chosen.query).filter(([name]) => before.query[name] === now.query[name])
  const stored = chosen.columns.filter(name => !before.columns.includes(name) || now.columns.includes(name))
  return {
    query: { ...now.query, ...Object.fromEntries(unchanged) },
    columns: [...stored, ...now.columns.filter(name => !stored.includes(name))],
  }
}

function toShownContent(parameters: ListParameters): ViewContent {
  const { view: _, columns: chosen, conditions, page: __, sort, ...others } = parameters
  const given = Object.entries({ ...others, sort }).filter(([, value]) => value !== '')
  const compared = conditions.map(({ name, value }) => [name, value])
  return { query: Object.fromEntries([...given, ...compared]), columns: [...chosen] }
}

/** Returns the list that a view stores. */
export function fromView({ id, query, columns: chosen }: View): ListParameters {
  return parseListParameters(new URLSearchParams({ ...query, columns: chosen.join(), view: id }))
}

/** Checks whether the list shows something else than the view stores. */
export function isOtherThan(view: View, parameters: ListParameters): boolean {
  const toText = (list: ListParameters) => toListSearch({ ...list, page: 1, view: '' })
  return toText(fromView(view)) !== toText(parameters)
}

export function isFiltered({ search, state, updatedBy, references, conditions }: ListParameters): boolean {
  return conditions.length > 0 || [search, state, updatedBy, references].some(value => value !== '')
}

export type ChangeList = (changes: Partial<ListParameters>, how?: { readonly isStep?: boolean }) => void

export interface ListLocation {
  readonly parameters: ListParameters
  /** Returns the URL for a changed filter. It resets to the first page unless the changes set a page or the columns. */
  readonly hrefFor: (changes: Partial<ListParameters>) => string
  /** With `isStep`, adds a history entry that Back returns to the previous list from. */
  readonly change: ChangeList
}

export function useListLocation(): ListLocation {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const parameters = parseListParameters(new URLSearchParams(search))
  const hrefFor: ListLocation['hrefFor'] = changes => {
    // Reads the current URL, because a typed search may have changed it since the last render.
    const now = parseListParameters(new URLSearchParams(location.search))
    const page = 'columns' in changes ? now.page : 1
    return path + toListSearch({ ...now, page, ...changes })
  }
  return {
    parameters,
    hrefFor,
    change: (changes, { isStep = false } = {}) => navigate(hrefFor(changes), { replace: !isStep }),
  }
}
