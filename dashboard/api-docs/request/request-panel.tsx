// Shows the request as code, which updates while the user types, above the form that sends it.
import { Tabs, Title } from '@mantine/core'
import { CodeBlock } from '../../parts/code/code-block.tsx'
import type { Endpoint, OpenApiDocument } from '../document.ts'
import { ResponseExample } from './response-example.tsx'
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
