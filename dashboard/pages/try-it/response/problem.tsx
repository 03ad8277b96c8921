// Shows an error response with the server's message and a link to the description of its code.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { readProblem } from '../request/read-problem.ts'
import type { TryResponse } from '../request/send.ts'

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
