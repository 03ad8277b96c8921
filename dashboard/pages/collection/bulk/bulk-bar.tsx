// The actions for the selected entries. The bar appears at the bottom once entries are selected.
import { Button, CloseButton, Text } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { useHasRight } from '../../../api/space.ts'
import { formatCount } from '../../../parts/lists/counts.ts'
import type { BulkAction } from './bulk-plan.ts'
import type { Selection } from './selection.ts'

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
}

export function BulkBar({ selection, count, shown, onAct }: BulkBarProps) {
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
