// Shows one endpoint: its description, parameters and responses, and beside them the request as code with a form that
// sends it.
import { Anchor, Code, Table, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CopyTextButton } from '../../parts/code/code-block.tsx'
import {
  acceptsKey,
  acceptsSession,
  type Endpoint,
  type OpenApiDocument,
  type Parameter,
} from '../document.ts'
import { InlineMarkdown, Markdown } from '../markdown.tsx'
import { Method } from '../method.tsx'
import { RequestPanel } from '../request/request-panel.tsx'
import { toSample } from '../request/sample-value.ts'
import type { Typed } from '../request/samples.ts'
import { Field, SchemaFields, toLimits, toTypeText } from './schema-fields.tsx'

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
        <p className="endpoint-path">
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

interface ParameterListProps {
  readonly document: OpenApiDocument
  readonly title: string
  readonly parameters: readonly Parameter[]
}

/** Lists the parameters of one kind, each with its type, limits and description. */
function ParameterList({ document, title, parameters }: ParameterListProps) {
  if (parameters.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      <ul className="fields">
        {parameters.map(({ name, required = false, description = '', schema, examples = {} }) => (
          <Field key={name} name={name} type={toTypeText(document, schema)} isRequired={required}>
            <p>
              <InlineMarkdown text={description} />
            </p>
            <Limits texts={toLimits(schema)} />
            {Object.keys(examples)
              .filter(example => example.includes('='))
              .map(example => (
                <p key={example}>
                  <Code>{example}</Code>
                </p>
              ))}
          </Field>
        ))}
      </ul>
    </section>
  )
}

function Limits({ texts }: { readonly texts: readonly string[] }) {
  return texts.length === 0 ? null : <p className="field-limits">{texts.join(' · ')}</p>
}

interface ResponsesProps {
  readonly document: OpenApiDocument
  readonly endpoint: Endpoint
}

/** Shows the responses of an endpoint: the keys of a success, and the errors by their codes. */
function Responses({ document, endpoint }: ResponsesProps) {
  const all = Object.entries(endpoint.responses)
  const good = all.filter(([status]) => /^[23]/.test(status))
  const errors = all.filter(([status]) => !/^[23]/.test(status))
  return (
    <>
      {good.map(([status, { description = '', content }]) => {
        const schema = content?.['application/json']?.schema
        return (
          <section key={status} aria-label={`Response ${status}`}>
            <Title order={2}>Response {status}</Title>
            <p>
              <InlineMarkdown text={description} />
            </p>
            {schema === undefined ? null : <SchemaFields document={document} schema={schema} />}
          </section>
        )
      })}
      {errors.length === 0 ? null : (
        <section aria-label="Errors">
          <Title order={2}>Errors</Title>
          <Table verticalSpacing="xs" className="errors-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Status</Table.Th>
                <Table.Th scope="col">When</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {errors.map(([status, { description = '' }]) => (
                <Table.Tr key={status}>
                  <Table.Th scope="row">{status === 'default' ? 'Other' : status}</Table.Th>
                  <Table.Td>
                    <InlineMarkdown text={description} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <p>
            <Anchor href="/docs/errors">All errors and what to do about them</Anchor>
          </p>
        </section>
      )}
    </>
  )
}
