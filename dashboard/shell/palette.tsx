// The search of Ctrl+K: a field, and below it what was found, to be chosen with the arrow keys and Enter.
import { Modal, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiProblem } from '../api/request.ts'
import { PaletteOption } from './palette-option.tsx'
import { type PaletteGroup, type PaletteItem, usePaletteResults } from './palette-results.ts'

interface PaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function Palette({ opened, onClose }: PaletteProps) {
  const [, navigate] = useLocation()
  // A page that was chosen gets the focus; otherwise it goes back to where it was.
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    if (opened) setLeft(false)
  }, [opened])
  const choose = ({ path }: PaletteItem) => {
    setLeft(true)
    onClose()
    navigate(path)
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size="38rem"
      yOffset="12vh"
      returnFocus={!isLeft}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search" className="palette">
        <Modal.Body p={0}>
          <PaletteSearch onChoose={choose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The option that the arrow keys lead to: from the last to the first and back. */
function toNext(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  return null
}

function PaletteSearch({ onChoose }: { readonly onChoose: (found: PaletteItem) => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once: what is typed right after Ctrl+K is for this field.
  useLayoutEffect(() => field.current?.focus(), [])
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const { groups, error, isWaiting } = usePaletteResults(text)
  const all = groups.flatMap(({ list }) => list)
  const at = Math.min(marked, Math.max(all.length - 1, 0))
  /** The text for which Enter was pressed before its entries were there. */
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
    // Collections and pages are known at once.
    else if (isWaiting && found?.kind !== 'collection' && found?.kind !== 'page') setAwaited(text)
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
          aria-label="Search entries, collections and pages"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
          placeholder="Search entries, collections and pages"
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
      <Results id={id} groups={groups} at={at} onMark={setMarked} onChoose={onChoose} />
      <Announcement text={text} count={all.length} isWaiting={isWaiting} error={error} />
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the option that is marked is kept in sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  let index = 0
  return (
    <div id={`${id}-list`} ref={list} role="listbox" aria-label="Results" className="palette-list">
      {groups.map(group => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
          <div className="palette-title" id={`${id}-${group.title}`} role="presentation">
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
        <p className="palette-note">
          Nothing is called “{text.trim()}”. The search looks at titles and slugs.
        </p>
      ) : null}
      <VisuallyHidden role="status">
        {isWaiting ? '' : `${count} ${count === 1 ? 'result' : 'results'}`}
      </VisuallyHidden>
    </>
  )
}
