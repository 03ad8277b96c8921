// Stores the filter, order and page of the library in the URL, so that links and reloads show the same list and Back
// returns to the previous one.
import { useLocation, useSearch } from 'wouter'
import type { AssetsQuery } from '../../../src/media/manage/asset.schema.ts'
import type { AssetKind } from '../../api/media/assets.ts'
import { searchLengthMax } from '../../parts/lists/search-input.tsx'

export const kindNames = {
  all: 'All',
  images: 'Images',
  documents: 'Documents',
  media: 'Video and audio',
  'no-alt': 'No alt text',
  unused: 'Not used',
} as const satisfies Record<AssetKind, string>

export const sorts = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  filename: 'File name, A to Z',
  '-filename': 'File name, Z to A',
  '-size': 'Largest first',
  size: 'Smallest first',
} as const satisfies Record<AssetsQuery['sort'], string>
export type ChosenSort = keyof typeof sorts

export const views = { grid: 'Grid', list: 'List' } as const
export type View = keyof typeof views

export interface MediaParameters {
  readonly show: AssetKind
  readonly search: string
  readonly sort: ChosenSort
  readonly view: View
  readonly page: number
  /** The id of the opened file; empty for none. */
  readonly file: string
}

const defaults: MediaParameters = {
  show: 'all',
  search: '',
  sort: '-createdAt',
  view: 'grid',
  page: 1,
  file: '',
}

const pageMax = 2_147_483_647

function pick<Name extends string>(names: Readonly<Record<Name, string>>, text: string, other: Name): Name {
  return Object.hasOwn(names, text) ? (text as Name) : other
}

/** Replaces invalid parameters with the defaults. */
export function parseMediaParameters(query: URLSearchParams): MediaParameters {
  const get = (name: keyof MediaParameters) => query.get(name) ?? ''
  const page = /^[1-9]\d{0,9}$/.test(get('page')) ? Number(get('page')) : 1
  return {
    show: pick(kindNames, get('show'), defaults.show),
    search: [...get('search')].slice(0, searchLengthMax).join(''),
    sort: pick(sorts, get('sort'), defaults.sort),
    view: pick(views, get('view'), defaults.view),
    page: page <= pageMax ? page : 1,
    file: /^[A-Za-z0-9][\w.:-]{0,127}$/.test(get('file')) ? get('file') : '',
  }
}

/** Returns the query string without default values. It begins with `?`, or is empty. */
export function toMediaSearch(parameters: MediaParameters): string {
  const given = Object.entries(parameters).filter(
    ([name, value]) => value !== defaults[name as keyof MediaParameters],
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export interface MediaLocation {
  readonly parameters: MediaParameters
  /**
   * Returns the URL for the changes. It resets to the first page unless the changes set a page, or only the file or the
   * view.
   */
  readonly hrefFor: (changes: Partial<MediaParameters>) => string
  /** With `isStep`, adds a history entry that Back returns to the previous list from. */
  readonly change: (changes: Partial<MediaParameters>, how?: { readonly isStep?: boolean }) => void
}

const keepPage: ReadonlySet<string> = new Set(['file', 'view'])

export function useMediaLocation(): MediaLocation {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const hrefFor: MediaLocation['hrefFor'] = changes => {
    // Reads the current URL, because a typed search may have changed it since the last render.
    const now = parseMediaParameters(new URLSearchParams(location.search))
    const page = Object.keys(changes).every(name => keepPage.has(name)) ? now.page : 1
    return path + toMediaSearch({ ...now, page, ...changes })
  }
  return {
    parameters: parseMediaParameters(new URLSearchParams(search)),
    hrefFor,
    change: (changes, { isStep = false } = {}) => navigate(hrefFor(changes), { replace: !isStep }),
  }
}
