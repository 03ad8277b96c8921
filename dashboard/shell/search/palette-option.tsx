// One result of the command palette.
import { IconArrowRight, IconBolt, IconListSearch } from '@tabler/icons-react'
import { EntryState, toShownState } from '../../parts/entries/entry-state.tsx'
import { countListed, formatCount } from '../../parts/lists/counts.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'
import { Picture } from '../../parts/pictures/picture.tsx'
import type { PaletteItem } from './palette-results.ts'

interface PaletteOptionProps {
  readonly id: string
  readonly found: PaletteItem
  readonly selected: boolean
  readonly onMark: () => void
  readonly onChoose: () => void
}

export function PaletteOption({ id, found, selected, onMark, onChoose }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className="palette-option"
      onMouseMove={onMark}
      onClick={onChoose}
    >
      <Content found={found} />
    </div>
  )
}

function Content({ found }: { readonly found: PaletteItem }) {
  if (found.kind === 'page' || found.kind === 'action') {
    const Icon = found.kind === 'page' ? IconArrowRight : IconBolt
    return (
      <>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        <span className="nav-label">{found.name}</span>
      </>
    )
  }
  if (found.kind === 'published') {
    return (
      <>
        <IconListSearch size={18} stroke={1.7} aria-hidden="true" />
        <span className="nav-label">
          Search {found.name} for “{found.words}”
        </span>
      </>
    )
  }
  if (found.kind === 'collection') {
    const { collection } = found
    return (
      <>
        <CollectionIcon collection={collection} />
        <span className="nav-label">{collection.name}</span>
        <span className="nav-count">{formatCount(countListed(collection))}</span>
      </>
    )
  }
  const { entry, collection } = found
  return (
    <>
      <Picture entry={entry} size={24} />
      <span className="nav-label">
        {entry.title ?? entry.slug} <span className="palette-about">{collection}</span>
      </span>
      <EntryState state={toShownState(entry)} />
    </>
  )
}
