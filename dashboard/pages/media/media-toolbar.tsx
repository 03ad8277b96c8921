// The bars above the files: kinds, search, and actions on the selected ones.
import { ActionIcon, Button, CloseButton, NativeSelect, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowsSort, IconLayoutGrid, IconList, IconTrash } from '@tabler/icons-react'
import { Link } from 'wouter'
import { type AssetKind, useAssetCounts } from '../../api/media/assets.ts'
import { countFiles } from '../../media/upload/upload-words.ts'
import { formatCount } from '../../parts/lists/counts.ts'
import { SearchInput } from '../../parts/lists/search-input.tsx'
import type { FileSelection } from './file-selection.ts'
import { type ChosenSort, kindNames, type MediaLocation, sorts, type View, views } from './media-location.ts'

const icons = { grid: IconLayoutGrid, list: IconList } as const

/** The toolbar above the files: search, order, and the choice between grid and list. */
export function MediaToolbar({ location: { parameters, change } }: { readonly location: MediaLocation }) {
  return (
    <div className="list-toolbar">
      <SearchInput
        label="File name or title"
        value={parameters.search}
        onChange={search => change({ search })}
      />
      <NativeSelect
        size="xs"
        className="list-choice"
        aria-label="Sort by"
        leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
        data={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        value={parameters.sort}
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
              aria-pressed={parameters.view === view}
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

/** Tabs for the kinds of files, with counts. They are links, so that Back returns to the previous tab. */
export function MediaTabs({ location: { parameters, hrefFor } }: { readonly location: MediaLocation }) {
  const { data: counts } = useAssetCounts()
  return (
    <nav aria-label="Kinds of files" className="state-tabs">
      <ul className="plain-list">
        {(Object.keys(kindNames) as AssetKind[]).map(kind => (
          <li key={kind}>
            <Link
              href={hrefFor({ show: kind, file: '' })}
              className="state-tab"
              aria-current={parameters.show === kind ? 'page' : undefined}
            >
              {kindNames[kind]}{' '}
              <span className="state-tab-count">{counts ? formatCount(counts[kind]) : ''}</span>
              {counts ? <VisuallyHidden> {counts[kind] === 1 ? 'file' : 'files'}</VisuallyHidden> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SelectionBarProps {
  readonly selection: FileSelection
  readonly onDelete: () => void
}

/** The actions for the selected files. The bar appears at the bottom once files are selected. */
export function SelectionBar({ selection, onDelete }: SelectionBarProps) {
  return (
    <section className="bulk-bar" aria-label="Selection">
      <div className="bulk-bar-row">
        <Text component="span" size="sm" role="status" className="bulk-count">
          {countFiles(selection.chosen.length)} selected
        </Text>
        <Button
          size="compact-sm"
          className="bulk-button bulk-action"
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Button>
        <CloseButton
          size="sm"
          className="bulk-button bulk-close"
          aria-label="Clear the selection"
          onClick={() => {
            selection.clear()
            document.getElementById('files')?.focus({ preventScroll: true })
          }}
        />
      </div>
    </section>
  )
}
