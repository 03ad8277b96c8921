// What the library shows, in the address of the page: a link or a reload shows the same, and Back what was before.
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

export interface MediaAddress {
  readonly show: AssetKind
  readonly search: string
  readonly sort: ChosenSort
  readonly view: View
  readonly page: number
  /** The id of the file that is opened; empty for none. */
  readonly file: string
}

const defaults: MediaAddress = {
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

/** What cannot be read is as if it were not there. */
export function parseMediaAddress(parameters: URLSearchParams): MediaAddress {
  const get = (name: keyof MediaAddress) => parameters.get(name) ?? ''
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

/** Without defaults. Begins with `?`, or is empty. */
export function toMediaSearch(address: MediaAddress): string {
  const given = Object.entries(address).filter(
    ([name, value]) => value !== defaults[name as keyof MediaAddress],
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export interface MediaLocation {
  readonly address: MediaAddress
  /** Where another choice leads: to the first page, unless only a file is opened or another page named. */
  readonly hrefFor: (changes: Partial<MediaAddress>) => string
  /** A step is one that Back leads back from. */
  readonly change: (changes: Partial<MediaAddress>, how?: { readonly isStep?: boolean }) => void
}

const keepPage: ReadonlySet<string> = new Set(['file', 'view'])

export function useMediaLocation(): MediaLocation {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const hrefFor: MediaLocation['hrefFor'] = changes => {
    // As it is now: a search that was typed may be in it since this was rendered.
    const now = parseMediaAddress(new URLSearchParams(location.search))
    const page = Object.keys(changes).every(name => keepPage.has(name)) ? now.page : 1
    return path + toMediaSearch({ ...now, page, ...changes })
  }
  return {
    address: parseMediaAddress(new URLSearchParams(search)),
    hrefFor,
    change: (changes, { isStep = false } = {}) => navigate(hrefFor(changes), { replace: !isStep }),
  }
}
