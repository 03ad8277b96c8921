// What went wrong, in the server's words, where the person is looking.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiProblem } from '../api/request.ts'

interface ProblemAlertProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Renders nothing where `error` is null or undefined. */
export function ProblemAlert({ error, onRetry }: ProblemAlertProps) {
  if (error === null || error === undefined) return null
  const text = error instanceof ApiProblem ? error.detail : 'Something went wrong on this page.'
  return (
    <Alert color="red" variant="light" title="That did not work" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        {onRetry ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}
