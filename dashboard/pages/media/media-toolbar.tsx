// The toolbar above the files: search, order, and the choice between grid and list.
import { ActionIcon, NativeSelect } from '@mantine/core'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { SearchInput } from '../../parts/lists/search-input.tsx'
import { type ChosenSort, type MediaLocation, sorts, type View, views } from './media-address.ts'

const icons = { grid: IconLayoutGrid, list: IconList } as const

export function MediaToolbar({ location: { address, change } }: { readonly location: MediaLocation }) {
  return (
    <div className="list-toolbar">
      <SearchInput
        label="File name or title"
        value={address.search}
        onChange={search => change({ search })}
      />
      <NativeSelect
        size="xs"
        className="list-choice"
        aria-label="Sort by"
        leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
        data={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        value={address.sort}
        onChange={event => change({ sort: event.currentTarget.value as ChosenSort })}
      />
      <span className="media-views">
        {(Object.keys(views) as View[]).map(view => {
          const Icon = icons[view]
          return (
            <ActionIcon
              key={view}
              variant="default"
              size={30}
              aria-label={views[view]}
              title={views[view]}
              aria-pressed={address.view === view}
              onClick={() => change({ view })}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          )
        })}
      </span>
    </div>
  )
}
