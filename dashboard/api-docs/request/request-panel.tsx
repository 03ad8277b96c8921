// Shows the request as code, which updates while the user types, above the form that sends it.
import { Tabs, Title } from '@mantine/core'
import { useMemo } from 'react'
import { CodeBlock } from '../../parts/code/code-block.tsx'
import type { Endpoint, OpenApiDocument } from '../document.ts'
import { toSample } from './sample-value.ts'
import { type Typed, toClientSample, toCurlSample, toFetchSample } from './samples.ts'
import { TryForm } from './try-form.tsx'

interface RequestPanelProps {
  readonly document: OpenApiDocument
  readonly endpoint: Endpoint
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
}

export function RequestPanel({ document, endpoint, typed, onChange }: RequestPanelProps) {
  const parts = { origin: location.origin, endpoint, typed }
  const client = toClientSample(parts)
  const samples: readonly (readonly [name: string, text: string])[] = [
    ['curl', toCurlSample(parts)],
    ['fetch', toFetchSample(parts)],
    ...(client === null ? [] : [['Typed client', client] as const]),
  ]
  return (
    <div className="endpoint-request">
      <section aria-label="Request as code">
        <Title order={2} size="h4">
          Request
        </Title>
        <Tabs defaultValue="curl" keepMounted={false} className="samples">
          <Tabs.List>
            {samples.map(([name]) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {samples.map(([name, text]) => (
            <Tabs.Panel key={name} value={name}>
              <CodeBlock text={text} label={`The request: ${name}`} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </section>
      <TryForm endpoint={endpoint} typed={typed} onChange={onChange} />
      <ResponseExample document={document} endpoint={endpoint} />
    </div>
  )
}

interface ResponseExampleProps {
  readonly document: OpenApiDocument
  readonly endpoint: Endpoint
}

/** Shows an example of a response, built from the examples of its schema. */
function ResponseExample({ document, endpoint }: ResponseExampleProps) {
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
