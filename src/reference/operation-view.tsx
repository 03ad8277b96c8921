/** @jsxImportSource hono/jsx */
// One operation: what it is, its request and answer as code, then every detail. The code stands beside them where there is room.
import { partAnchor } from './anchors.ts'
import { CodeBlock } from './code-block.tsx'
import { curlLine } from './curl-line.ts'
import { DeprecatedMark, Heading, MethodBadge, PathText } from './heading.tsx'
import { Markdown } from './markdown.tsx'
import type { RequestBody, Response } from './open-api-shape.ts'
import type { OperationEntry, OperationGroup } from './operations.ts'
import type { PageContext } from './page-context.ts'
import { ParameterTable } from './parameter-table.tsx'
import { follow } from './references.ts'
import { ContentView, isSuccess, ResponseView, SuccessExample } from './response-view.tsx'
import { SecurityLine } from './security-view.tsx'

export function GroupSection({ page, group }: { page: PageContext; group: OperationGroup }) {
  return (
    <section class="chapter">
      <Heading level={2} anchor={group.anchor}>
        {group.name}
      </Heading>
      <Markdown text={group.description} errorAnchors={page.errorAnchors} />
      {group.operations.map(entry => (
        <OperationView page={page} entry={entry} />
      ))}
    </section>
  )
}

interface OperationProps {
  readonly page: PageContext
  readonly entry: OperationEntry
}

function OperationView({ page, entry }: OperationProps) {
  const responses = responsesOf(page, entry)
  const good = responses.find(([status]) => isSuccess(status))
  return (
    <article class="operation">
      <header>
        <Heading level={3} anchor={entry.anchor}>
          {entry.title} <DeprecatedMark when={entry.operation.deprecated} />
        </Heading>
        <p class="endpoint">
          <MethodBadge method={entry.method} /> <PathText path={entry.path} />
        </p>
      </header>
      <div class="operation-intro">
        <Markdown text={entry.operation.description} errorAnchors={page.errorAnchors} />
        <SecurityLine page={page} entry={entry} />
      </div>
      <div class="operation-code">
        <CodeBlock text={curlLine(page.document, entry, page.baseUrl)} title="Request" />
        {good === undefined ? null : (
          <SuccessExample page={page} operationTitle={entry.title} status={good[0]} response={good[1]} />
        )}
      </div>
      <div class="operation-text">
        <Parameters page={page} entry={entry} />
        <Body page={page} entry={entry} />
        <Heading level={4} anchor={partAnchor(entry.anchor, 'responses')}>
          Responses
        </Heading>
        {responses.map(([status, response]) => (
          <ResponseView
            page={page}
            anchor={partAnchor(entry.anchor, status)}
            status={status}
            response={response}
            withExample={status !== good?.[0]}
          />
        ))}
      </div>
    </article>
  )
}

function responsesOf(page: PageContext, entry: OperationEntry): readonly (readonly [string, Response])[] {
  return Object.entries(entry.operation.responses ?? {})
    .map(([status, given]) => [status, follow<Response>(page.document, given)?.value ?? {}] as const)
    .sort(([left], [right]) => left.localeCompare(right, 'en'))
}

function Parameters({ page, entry }: OperationProps) {
  if (entry.parameters.length === 0) return null
  return (
    <>
      <Heading level={4} anchor={partAnchor(entry.anchor, 'parameters')}>
        Parameters
      </Heading>
      <ParameterTable page={page} label={`Parameters of ${entry.title}`} parameters={entry.parameters} />
    </>
  )
}

function Body({ page, entry }: OperationProps) {
  const { requestBody } = entry.operation
  const body = requestBody && follow<RequestBody>(page.document, requestBody)?.value
  if (body === undefined) return null
  return (
    <>
      <Heading level={4} anchor={partAnchor(entry.anchor, 'body')}>
        Request body
      </Heading>
      <Markdown text={body.description} errorAnchors={page.errorAnchors} />
      {body.required === true ? null : <p class="none">May be left out.</p>}
      <ContentView page={page} content={body.content} withExample={true} />
    </>
  )
}
