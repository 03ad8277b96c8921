// The actions for the selected entries. The bar appears at the bottom once entries are selected.
import { Button, CloseButton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArchive,
  IconArrowBackUp,
  IconClock,
  IconEyeOff,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useHasRight } from '../../../api/space.ts'
import { countEntries, formatCount } from '../../../parts/lists/counts.ts'
import type { BulkAction } from './bulk-plan.ts'
import { describeDone } from './bulk-words.ts'
import type { Selection } from './selection.ts'
import { useBulkRun } from './use-bulk.ts'

const icons = {
  publish: IconSend,
  unpublish: IconEyeOff,
  schedule: IconClock,
  archive: IconArchive,
} as const

export const actionWords = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  schedule: 'Schedule',
  archive: 'Archive',
} as const satisfies Record<BulkAction, string>

const allActions = Object.keys(actionWords) as BulkAction[]

interface BulkBarProps {
  readonly selection: Selection
  /** The number of matching entries on all pages. */
  readonly count: number
  readonly shown: number
  readonly onAct: (action: BulkAction) => void
  readonly onEdit: () => void
}

export function BulkBar({ selection, count, shown, onAct, onEdit }: BulkBarProps) {
  const mayPublish = useHasRight('publish')
  const actions = mayPublish ? allActions : (['archive'] as const)
  const canSelectAll = !selection.chosen.all && selection.page === 'all' && count > shown
  const number = formatCount
  return (
    <section className="bulk-bar" aria-label="Selection">
      <div className="bulk-bar-row">
        <Text component="span" size="sm" role="status" className="bulk-count">
          {`${number(selection.count)} of ${number(count)} selected`}
        </Text>
        {canSelectAll ? (
          <Button size="compact-sm" className="bulk-button bulk-all" onClick={selection.selectAll}>
            {`Select all ${number(count)} that match`}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          className="bulk-button bulk-action"
          leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
          onClick={onEdit}
        >
          Edit
        </Button>
        {actions.map(action => {
          const Icon = icons[action]
          return (
            <Button
              key={action}
              size="compact-sm"
              className="bulk-button bulk-action"
              leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
              onClick={() => onAct(action)}
            >
              {actionWords[action]}
            </Button>
          )
        })}
        <CloseButton
          size="sm"
          className="bulk-button bulk-close"
          aria-label="Clear the selection"
          onClick={() => {
            selection.clear()
            document.getElementById('entries')?.focus({ preventScroll: true })
          }}
        />
      </div>
      {mayPublish ? null : (
        <Text size="xs" className="bulk-note">
          Your role can archive drafts. Only editors can publish.
        </Text>
      )}
    </section>
  )
}

const undoMilliseconds = 10_000

export interface ArchivedDrafts {
  /** Only entries that were drafts, because unarchiving does not publish live entries again. */
  readonly entries: readonly EntryItemView[]
  /** The number of all archived entries. */
  readonly count: number
}

interface ArchiveUndoProps {
  readonly archived: ArchivedDrafts
  readonly onEnd: () => void
}

/** Offers to unarchive drafts for ten seconds after they were archived. */
export function ArchiveUndo({ archived: { entries, count }, onEnd }: ArchiveUndoProps) {
  const button = useRef<HTMLButtonElement>(null)
  const run = useBulkRun(({ done, refused }, error) => {
    const message =
      error === null && refused.size === 0
        ? `${countEntries(done.length)} ${done.length === 1 ? 'is' : 'are'} back as ${done.length === 1 ? 'a draft' : 'drafts'}.`
        : `Only ${countEntries(done.length)} could be unarchived. The others are in the archive.`
    notifications.show({ message })
    onEnd()
    document.getElementById('entries')?.focus({ preventScroll: true })
  })
  // The timer restarts when other entries are archived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (run.state !== 'ready') return
    const timer = setTimeout(onEnd, undoMilliseconds)
    return () => clearTimeout(timer)
  }, [entries, run.state])
  const undo = () =>
    run.start(entries.map(({ id, draftVersion }) => ({ op: 'unarchive', id, draftVersion }) as const))
  const some = entries.length < count ? ` ${countEntries(entries.length)}` : ''
  return (
    <section className="bulk-bar" aria-label="Archived">
      <div className="bulk-bar-row">
        <Text component="span" size="sm" role="status" className="bulk-count">
          {describeDone('archive', count)}
        </Text>
        <Button
          ref={button}
          size="compact-sm"
          className="bulk-button"
          loading={run.state === 'running'}
          leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
          onClick={undo}
        >
          {`Undo${some}`}
        </Button>
        <CloseButton size="sm" className="bulk-button" aria-label="Close" onClick={onEnd} />
      </div>
    </section>
  )
}
