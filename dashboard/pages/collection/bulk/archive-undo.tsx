// Offers to unarchive drafts for ten seconds after they were archived.
import { Button, CloseButton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import { useEffect, useRef } from 'react'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { countEntries } from '../../../parts/lists/counts.ts'
import { describeDone } from './bulk-words.ts'
import { useBulkRun } from './use-bulk.ts'

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
