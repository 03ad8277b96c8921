// Shows the number of matching entries and the server's timing.
import { Code, Group, Text } from '@mantine/core'
import type { TryResponse } from '../request/send.ts'

/** Omits what the response does not contain. */
export function ListFacts({ response }: { readonly response: TryResponse }) {
  const count = countOf(response.json)
  const timing = response.headers.find(([name]) => name.toLowerCase() === 'server-timing')?.[1]
  return (
    <>
      {count === null ? null : (
        <Text size="sm">
          <Code>count</Code> {count}
        </Text>
      )}
      {timing === undefined ? null : (
        <Group gap={4}>
          <Text size="sm">Server-Timing</Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{timing}</Code>
        </Group>
      )}
    </>
  )
}

/** Returns null if the body is not a list. */
export function countOf(json: unknown): number | null {
  if (typeof json !== 'object' || json === null) return null
  const { count } = json as { count?: unknown }
  return typeof count === 'number' ? count : null
}
