// The introduction of the API reference: rules that apply to all endpoints, and a list of endpoints.
import { Code, Text, Title } from '@mantine/core'
import { type Group, type OpenApiDocument, toFragment } from './document.ts'
import { InlineMarkdown, Markdown } from './markdown.tsx'
import { Method } from './method.tsx'

interface OverviewProps {
  readonly document: OpenApiDocument
  readonly groups: readonly Group[]
}

export function Overview({ document: { info }, groups }: OverviewProps) {
  return (
    <article className="overview">
      <Title order={1}>{info.title} API</Title>
      <Text c="dimmed" mb="lg">
        Version {info.version}
      </Text>
      <Markdown text={info.description} />
      <Title order={2} mt="xl" mb="sm">
        Endpoints
      </Title>
      {groups.map(({ name, description, endpoints }) => (
        <section key={name} className="overview-group" aria-label={`Endpoints: ${name}`}>
          <h3>{name}</h3>
          <Text c="dimmed">
            <InlineMarkdown text={description} />
          </Text>
          <ul>
            {endpoints.map(endpoint => (
              <li key={endpoint.operationId}>
                <Method name={endpoint.method} />
                <a href={toFragment(endpoint)}>{endpoint.summary}</a>
                <Code>{endpoint.path}</Code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}
