// Shows the request as a program with the typed client, and the types that it imports.
import { Code, Text } from '@mantine/core'
import { useComponents } from '../../../api/content/content.ts'
import { CodeBlock } from '../../../parts/code/code-block.tsx'
import { type QueryModel, toQueryModel } from '../request/path-options.ts'
import type { TryRequest } from '../request/try-request.ts'
import { toClientSnippet } from './client-snippet.ts'

interface ClientCodeProps {
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  /** Null if the secret is not shown. */
  readonly apiKey: string | null
}

export function ClientCode({ request, models, apiKey }: ClientCodeProps) {
  const components = (useComponents().data ?? []).map(toQueryModel)
  const parts = { origin: location.origin, key: apiKey, request, models, components }
  const { program, types } = toClientSnippet(parts)
  return (
    <>
      <CodeBlock text={program} label="The request as TypeScript" />
      {types === null ? null : (
        <>
          <Text size="sm" c="dimmed">
            The types of this space, in <Code>frontlist.ts</Code> beside it.{' '}
            <Code>npx -p @frontlist/client frontlist-types</Code> writes the same file and keeps it up to
            date.
          </Text>
          <CodeBlock text={types} label="The types of this space" />
        </>
      )}
    </>
  )
}
