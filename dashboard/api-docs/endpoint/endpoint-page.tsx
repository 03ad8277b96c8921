// Shows one endpoint: its description, parameters and responses, and beside them the request as code with a form that
// sends it.
import { Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CopyTextButton } from '../../parts/code/copy-button.tsx'
import { acceptsKey, acceptsSession, type Endpoint, type OpenApiDocument } from '../document.ts'
import { Markdown } from '../markdown.tsx'
import { Method } from '../method.tsx'
import { RequestPanel } from '../request/request-panel.tsx'
import { toSample } from '../request/sample-value.ts'
import type { Typed } from '../request/samples.ts'
import { ParameterList } from './parameter-list.tsx'
import { Responses } from './responses.tsx'
import { SchemaFields } from './schema-fields.tsx'

interface EndpointPageProps {
  readonly document: OpenApiDocument
  readonly endpoint: Endpoint
}

export function EndpointPage({ document, endpoint }: EndpointPageProps) {
  const { method, path, summary, description = '', parameters = [], requestBody } = endpoint
  const body = requestBody?.content['application/json']?.schema
  const first = useMemo(() => toFirst(document, endpoint), [document, endpoint])
  const [typed, setTyped] = useState<Typed>(first)
  const byPlace = (place: string) => parameters.filter(parameter => parameter.in === place)
  return (
    <article className="endpoint">
      <div className="endpoint-about">
        <Text size="sm" c="dimmed" mb={4}>
          {endpoint.tag}
        </Text>
        <Title order={1}>{summary}</Title>
        <p className="endpoint-address">
          <Method name={method} />
          <code>{path}</code>
          <CopyTextButton text={path} what="the path" size="compact-xs" variant="subtle" />
        </p>
        <Markdown text={description} />
        <p className="endpoint-access">{describeAccess(endpoint)}</p>
      </div>
      <RequestPanel document={document} endpoint={endpoint} typed={typed} onChange={setTyped} />
      <div className="endpoint-details">
        <ParameterList document={document} title="Path parameters" parameters={byPlace('path')} />
        <ParameterList document={document} title="Query parameters" parameters={byPlace('query')} />
        <ParameterList document={document} title="Headers" parameters={byPlace('header')} />
        {body === undefined ? null : (
          <section aria-label="Body">
            <Title order={2}>Body</Title>
            <SchemaFields document={document} schema={body} />
          </section>
        )}
        <Responses document={document} endpoint={endpoint} />
      </div>
    </article>
  )
}

/** Returns the form's initial values: examples of all required values, so that the code beside the form is complete. */
function toFirst(document: OpenApiDocument, { parameters = [], requestBody }: Endpoint): Typed {
  const schema = requestBody?.content['application/json']?.schema
  const required = parameters.filter(parameter => parameter.in === 'path')
  return {
    parameters: Object.fromEntries(
      required.map(({ name, schema: { example } }) => [`path.${name}`, String(example ?? '')]),
    ),
    body: schema === undefined ? '' : JSON.stringify(toSample(document, schema, true), null, 2),
  }
}

function describeAccess(endpoint: Endpoint): string {
  const scopes = (endpoint.security ?? []).flatMap(way => way.apiKey ?? [])
  const key = scopes.length > 0 ? `an API key with ${listOf(scopes)}` : 'an API key'
  if (acceptsKey(endpoint) && acceptsSession(endpoint)) return `Needs ${key}, or a session.`
  if (acceptsKey(endpoint)) return `Needs ${key}.`
  return acceptsSession(endpoint) ? 'Needs a session: sign in to the dashboard.' : 'Open to everyone.'
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
