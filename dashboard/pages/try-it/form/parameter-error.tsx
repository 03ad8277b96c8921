// Shows the server's errors about a parameter, and its suggestions as buttons.
import { Button, Text } from '@mantine/core'
import type { FieldError } from '../../../api/request.ts'
import { toErrorText } from '../request/standing-errors.ts'

interface ParameterErrorProps {
  readonly id: string
  readonly errors: readonly FieldError[]
}

/** Renders nothing without errors. */
export function ParameterError({ id, errors }: ParameterErrorProps) {
  if (errors.length === 0) return null
  return (
    <Text id={id} size="xs" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
      {toErrorText(errors)}
    </Text>
  )
}

interface SuggestionsProps {
  readonly errors: readonly FieldError[]
  /** Applies the suggestion of an error. */
  readonly onMend: (error: FieldError) => void
}

export function Suggestions({ errors, onMend }: SuggestionsProps) {
  return errors
    .filter(({ didYouMean }) => didYouMean !== undefined)
    .map(error => (
      <Button
        key={error.didYouMean}
        size="compact-sm"
        variant="default"
        onClick={() => onMend(error)}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      >
        Use {error.didYouMean}
      </Button>
    ))
}
