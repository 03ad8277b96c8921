// The search for entries, pages and actions, and the button that opens it.
import { Modal, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconBolt, IconListSearch, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiProblem } from '../../api/request.ts'
import { EntryState, toShownState } from '../../parts/entries/entry-state.tsx'
import { countListed, formatCount } from '../../parts/lists/counts.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'
import { Picture } from '../../parts/pictures/picture.tsx'
import { searchKeys } from '../shortcuts.tsx'
import { type PaletteGroup, type PaletteItem, usePaletteResults } from './palette-results.ts'

/** The label of the search field. Full-text searches are offered below the results. */
const searchName = 'Find entries by title or address'

interface PaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

/**
 * The command palette of Ctrl+K: a search field, and below it results and actions, which are selected with the arrow
 * keys and Enter.
 */
export function Palette({ opened, onClose, onShortcuts }: PaletteProps) {
  const [, navigate] = useLocation()
  const choose = (item: PaletteItem) => {
    onClose()
    if (item.kind === 'action' && item.run) return item.run()
    navigate(item.path)
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size="38rem"
      yOffset="12vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search" className="palette">
        <Modal.Body p={0}>
          <PaletteSearch onChoose={choose} onShortcuts={onShortcuts} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Returns the index that an arrow key selects. It wraps around at both ends. */
function toNext(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  return null
}

interface PaletteSearchProps {
  readonly onChoose: (found: PaletteItem) => void
  readonly onShortcuts: () => void
}

/** Kinds of results that are available without a request. */
const knownKinds: readonly (PaletteItem['kind'] | undefined)[] = ['collection', 'page', 'action']

function PaletteSearch({ onChoose, onShortcuts }: PaletteSearchProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // Focuses the field before the next key press, which is earlier than the dialog stores the previous focus. On unmount,
  // the focus returns there, unless the opened page takes it.
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const { groups, error, isWaiting } = usePaletteResults(text, onShortcuts)
  const all = groups.flatMap(({ list }) => list)
  // The offered full-text searches do not count as results.
  const foundCount = all.filter(({ kind }) => kind !== 'published').length
  const at = Math.min(marked, Math.max(all.length - 1, 0))
  /** The text for which Enter was pressed before its results were loaded. */
  const [awaited, setAwaited] = useState<string | null>(null)
  useEffect(() => {
    if (isWaiting || awaited === null) return
    setAwaited(null)
    const found = all[at]
    if (awaited === text && found) onChoose(found)
  })
  const press = (event: KeyboardEvent) => {
    const next = toNext(event.key, at, all.length)
    const found = all[at]
    if (next !== null) setMarked(next)
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    else if (isWaiting && !knownKinds.includes(found?.kind)) setAwaited(text)
    else if (found) onChoose(found)
    event.preventDefault()
  }
  return (
    <>
      <div className="palette-field">
        <IconSearch size={18} stroke={1.7} aria-hidden="true" />
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-label={searchName}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
          placeholder={searchName}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setMarked(0)
          }}
          onKeyDown={press}
        />
        <span className="keys" aria-hidden="true">
          Esc
        </span>
      </div>
      <Announcement text={text} count={foundCount} isWaiting={isWaiting} error={error} />
      <Results id={id} groups={groups} at={at} onMark={setMarked} onChoose={onChoose} />
    </>
  )
}

interface ResultsProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  readonly at: number
  readonly onMark: (at: number) => void
  readonly onChoose: (found: PaletteItem) => void
}

function Results({ id, groups, at, onMark, onChoose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the marked option changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  let index = 0
  return (
    <div id={`${id}-list`} ref={list} role="listbox" aria-label="Results" className="palette-list">
      {groups.map(group => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="palette-title" role="presentation">
            {group.title}
          </div>
          {group.list.map(found => {
            const place = index++
            return (
              <PaletteOption
                key={found.path}
                id={`${id}-${place}`}
                found={found}
                selected={place === at}
                onMark={() => onMark(place)}
                onChoose={() => onChoose(found)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface AnnouncementProps {
  readonly text: string
  readonly count: number
  readonly isWaiting: boolean
  readonly error: unknown
}

function Announcement({ text, count, isWaiting, error }: AnnouncementProps) {
  const isEmpty = count === 0 && !isWaiting
  if (error) {
    return (
      <p className="palette-note" role="alert">
        {error instanceof ApiProblem ? error.detail : 'Could not search. Try again.'}
      </p>
    )
  }
  return (
    <>
      {isEmpty ? (
        <p className="palette-note">No results for “{text.trim()}” in titles and addresses.</p>
      ) : null}
      <VisuallyHidden role="status">
        {isWaiting ? '' : `${count} ${count === 1 ? 'result' : 'results'}`}
      </VisuallyHidden>
    </>
  )
}

interface PaletteOptionProps {
  readonly id: string
  readonly found: PaletteItem
  readonly selected: boolean
  readonly onMark: () => void
  readonly onChoose: () => void
}

/** One result of the command palette. */
function PaletteOption({ id, found, selected, onMark, onChoose }: PaletteOptionProps) {
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

/** A button in the top bar that looks like a search field and opens the command palette. */
export function SearchButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <UnstyledButton className="search-button" onClick={onClick} aria-keyshortcuts="Control+K">
      <IconSearch size={17} stroke={1.7} aria-hidden="true" />
      <span>{searchName}</span>
      <span className="keys" aria-hidden="true">
        {searchKeys}
      </span>
    </UnstyledButton>
  )
}
