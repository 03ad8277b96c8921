// An error message. The title names the failed action, and the server's message gives the reason.
import { Alert, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/request.ts'

interface ProblemAlertProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** The failed action, for example "Could not create the key". */
  readonly title: string
  /** Replaces the server's message. */
  readonly children?: ReactNode
}

function toWait(seconds: number): string {
  if (seconds < 60) return 'You can try again in less than a minute.'
  const minutes = Math.ceil(seconds / 60)
  return `You can try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}

function toText(error: unknown): string {
  if (!(error instanceof ApiProblem))
    return 'An unexpected error occurred in the dashboard. Reload the page and try again.'
  const { detail, retryAfterSeconds } = error
  return retryAfterSeconds === null ? detail : `${detail} ${toWait(retryAfterSeconds)}`
}

/** Renders nothing if `error` is null or undefined. */
export function ProblemAlert({ error, onRetry, title, children }: ProblemAlertProps) {
  if (error === null || error === undefined) return null
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text component="div" size="sm">
          {children ?? toText(error)}
        </Text>
        {onRetry ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}
