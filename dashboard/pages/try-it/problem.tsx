// An error response with the server's message, and a link to the description of its code.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import type { FieldError } from '../../api/request.ts'
import type { TryResponse } from './send.ts'

interface Problem {
  /** The URL of the code's description. */
  readonly type: string
  readonly title: string
  readonly detail: string
  readonly code: string
  readonly errors: readonly FieldError[]
}

/** Null if the response is not a problem. */
export function readProblem({ status, json }: TryResponse): Problem | null {
  if (status < 400 || typeof json !== 'object' || json === null) return null
  const { type = '', title = '', detail = '', code = '', errors = [] } = json as Partial<Problem>
  return { type, title, detail, code, errors }
}

export function ResponseProblem({ response }: { readonly response: TryResponse }) {
  const problem = readProblem(response)
  if (problem === null) return null
  const { type, title, detail, code } = problem
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{detail}</Text>
        {URL.canParse(type) ? (
          <Anchor href={type} target="_blank" size="sm" underline="always">
            What {code} means (opens in a new tab)
          </Anchor>
        ) : null}
      </Stack>
    </Alert>
  )
}
