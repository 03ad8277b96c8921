// The bar of the prepared change, which appears at the bottom with the first operation.
import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { PreparedChange } from './use-model-change.ts'

interface ChangeBarProps {
  readonly prepared: PreparedChange
  readonly onReview: () => void
}

export function ChangeBar({ prepared, onReview }: ChangeBarProps) {
  const { operations, isOutdated, undo, discard } = prepared
  const count = operations.length
  if (count === 0 || isOutdated) return null
  return (
    <section className="bulk-bar model-bar" aria-label="Unapplied changes">
      <div className="bulk-bar-row">
        <Text component="span" size="sm" role="status" className="bulk-count">
          {count === 1 ? '1 change, not applied yet' : `${count} changes, not applied yet`}
        </Text>
        <Button
          size="compact-sm"
          className="bulk-button"
          leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden="true" />}
          onClick={undo}
        >
          Undo
        </Button>
        <Button size="compact-sm" className="bulk-button" onClick={discard}>
          Discard
        </Button>
        <Button size="compact-sm" className="model-bar-review" onClick={onReview}>
          Review and apply
        </Button>
      </div>
    </section>
  )
}
