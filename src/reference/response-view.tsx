/** @jsxImportSource hono/jsx */
// What goes in and what comes back: bodies with their schema and an example, responses folded by status.
import { JsonBlock } from './code-block.tsx'
import { exampleFor } from './example-of.ts'
import { Markdown, MarkdownLine } from './markdown.tsx'
import type { ByName, Header, MediaType, Response } from './open-api-shape.ts'
import type { PageContext } from './page-context.ts'
import { follow } from './references.ts'
import { factsOf } from './schema-facts.ts'
import { limitsAndDefaultOf } from './schema-limits.ts'
import { SchemaRow, SchemaView } from './schema-view.tsx'
import { Limits, TypeLabel } from './type-label.tsx'

interface ContentViewProps {
  readonly page: PageContext
  readonly content: ByName<MediaType> | undefined
  readonly withExample: boolean
}

export function ContentView({ page, content, withExample }: ContentViewProps) {
  return (
    <>
      {Object.entries(content ?? {}).map(([type, media]) => {
        const example = withExample ? exampleFor(page.document, media) : undefined
        return (
          <div class="content">
            <p class="content-type">
              <code>{type}</code>{' '}
              {media.schema === undefined ? null : <TypeLabel page={page} schema={media.schema} />}
            </p>
            {media.schema === undefined ? null : (
              <>
                <Limits limits={limitsAndDefaultOf(factsOf(page.document, media.schema).schema)} />
                <SchemaView page={page} schema={media.schema} />
              </>
            )}
            {example === undefined ? null : <JsonBlock value={example} title="Example" />}
          </div>
        )
      })}
    </>
  )
}

interface ResponseViewProps {
  readonly page: PageContext
  readonly anchor: string
  readonly status: string
  readonly response: Response
  /** Whether the example stands here, or beside the operation. */
  readonly withExample: boolean
}

export function ResponseView({ page, anchor, status, response, withExample }: ResponseViewProps) {
  const headers = Object.entries(response.headers ?? {})
  return (
    <details class="response" open={isSuccess(status)}>
      <summary>
        <StatusMark status={status} />{' '}
        <span class="response-title">
          <MarkdownLine text={response.description} errorAnchors={page.errorAnchors} />
        </span>
      </summary>
      <div class="response-body" id={anchor}>
        <RestOfText page={page} text={response.description} />
        {headers.length === 0 ? null : (
          <>
            <p class="label">Headers</p>
            <ul class="properties">
              {headers.map(([name, given]) => {
                const header = follow<Header>(page.document, given)?.value ?? {}
                return <HeaderRow page={page} name={name} header={header} />
              })}
            </ul>
          </>
        )}
        {response.content === undefined ? <p class="none">No body.</p> : <p class="label">Body</p>}
        <ContentView page={page} content={response.content} withExample={withExample} />
      </div>
    </details>
  )
}

export function isSuccess(status: string): boolean {
  return status.startsWith('2')
}

export function StatusMark({ status }: { status: string }) {
  const first = /^[1-5]/.exec(status)?.[0] ?? 'other'
  return <span class={`status status-${first}`}>{status}</span>
}

function HeaderRow({ page, name, header }: { page: PageContext; name: string; header: Header }) {
  const schema = header.schema ?? {}
  const described =
    header.description === undefined || typeof schema === 'boolean'
      ? schema
      : { ...schema, description: header.description }
  return <SchemaRow page={page} name={<code class="name">{name}</code>} schema={described} />
}

/** What the summary has no room for. */
function RestOfText({ page, text }: { page: PageContext; text: string | undefined }) {
  const rest = (text ?? '')
    .trim()
    .split(/\n\s*\n/)
    .slice(1)
    .join('\n\n')
  return <Markdown text={rest} errorAnchors={page.errorAnchors} />
}

interface SuccessExampleProps {
  readonly page: PageContext
  readonly operationTitle: string
  readonly status: string
  readonly response: Response
}

/** The answer of the good case, set beside the operation. */
export function SuccessExample({ page, operationTitle, status, response }: SuccessExampleProps) {
  const media = Object.values(response.content ?? {})[0]
  const example = media === undefined ? undefined : exampleFor(page.document, media)
  const title = (
    <>
      Answer <StatusMark status={status} />
    </>
  )
  if (example === undefined) return null
  return <JsonBlock value={example} title={title} boxLabel={`Answer ${status} of ${operationTitle}`} />
}
