// Shows a value that the editor cannot edit, and leaves it unchanged.
import { Text } from '@mantine/core'
import { JsonView } from '../parts/code/json-view.tsx'

interface OtherFormatProps {
  readonly value: unknown
  readonly labelledBy: string
  /** The reason why the value cannot be edited. */
  readonly reason: string
}

export function OtherFormat({ value, labelledBy, reason }: OtherFormatProps) {
  const isEmpty = value === null || value === undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div className="rich-text rich-text-other" role="group" aria-labelledby={labelledBy}>
      <Text size="sm" c="dimmed" className="rich-text-other-reason">
        {reason}
      </Text>
      {isEmpty ? null : <JsonView value={value} openLevels={3} label="The value as JSON" rowsMax={200} />}
    </div>
  )
}
