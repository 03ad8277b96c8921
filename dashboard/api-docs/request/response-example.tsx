// Shows an example of a response, built from the examples of its schema.
import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { CodeBlock } from '../../parts/code/code-block.tsx'
import type { Endpoint, OpenApiDocument } from '../document.ts'
import { toSample } from './sample-value.ts'

interface ResponseExampleProps {
  readonly document: OpenApiDocument
  readonly endpoint: Endpoint
}

export function ResponseExample({ document, endpoint }: ResponseExampleProps) {
  const [status, response] = Object.entries(endpoint.responses).find(([code]) => code.startsWith('2')) ?? []
  const schema = response?.content?.['application/json']?.schema
  const text = useMemo(
    () => (schema === undefined ? null : JSON.stringify(toSample(document, schema), null, 2)),
    [document, schema],
  )
  if (text === null) return null
  return (
    <section aria-label="Example of a response">
      <Title order={2} size="h4">
        Example of a response <span className="status">{status}</span>
      </Title>
      <CodeBlock text={text} label="Response as JSON" />
    </section>
  )
}
