/** @jsxImportSource hono/jsx */
// The reference page: one HTML document made of one OpenAPI document. No script, no inline style, nothing from outside.
// Routes, headers and where the document comes from are the app's business.
import { ErrorsSection, ParametersSection, SchemasSection } from './appendix.tsx'
import { CodeBlock } from './code-block.tsx'
import { curlLine } from './curl-line.ts'
import { hasCodeBlock, Markdown } from './markdown.tsx'
import { type Chapters, chaptersOf, Navigation } from './navigation.tsx'
import type { OpenApiDocument } from './open-api-shape.ts'
import { GroupSection } from './operation-view.tsx'
import { type PageContext, pageContextOf } from './page-context.ts'
import { AuthenticationSection } from './security-view.tsx'

export interface ReferencePageOptions {
  /** Where the API answers, for `curl` lines: `https://content.example.com`. */
  readonly baseUrl: string
  readonly stylesheetUrl?: string
  readonly documentUrl?: string
}

export function renderReferencePage(document: OpenApiDocument, options: ReferencePageOptions): string {
  const page = pageContextOf(document, options.baseUrl)
  const { stylesheetUrl = '/docs/style.css', documentUrl = '/api/v1/openapi.json' } = options
  const html = <Page page={page} stylesheetUrl={stylesheetUrl} documentUrl={documentUrl} />
  return `<!doctype html>${html.toString()}`
}

interface PageProps {
  readonly page: PageContext
  readonly stylesheetUrl: string
  readonly documentUrl: string
}

function Page({ page, stylesheetUrl, documentUrl }: PageProps) {
  const { info } = page.document
  const chapters = chaptersOf(page)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${info.title} reference`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={stylesheetUrl} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <div class="sidebar">
          <header class="masthead">
            <a class="brand" href="#introduction">
              {info.title}
            </a>
            <span class="version">{info.version}</span>
          </header>
          <Navigation page={page} chapters={chapters} />
        </div>
        <main id="content" tabindex={-1}>
          <Introduction page={page} documentUrl={documentUrl} />
          <Content page={page} chapters={chapters} />
          <footer>
            Made from the <a href={documentUrl}>OpenAPI document</a> of {info.title} {info.version}.
          </footer>
        </main>
      </body>
    </html>
  )
}

function Introduction({ page, documentUrl }: { page: PageContext; documentUrl: string }) {
  const { info } = page.document
  const first = page.groups.flatMap(group => group.operations).find(entry => entry.method === 'get')
  const text = info.description?.replaceAll('{base_url}', page.baseUrl)
  return (
    <section class="introduction">
      <h1 id="introduction">{info.title}</h1>
      <div class="lead">
        <Markdown text={text} errorAnchors={page.errorAnchors} />
      </div>
      {first === undefined || hasCodeBlock(text) ? null : (
        <CodeBlock text={curlLine(page.document, first, page.baseUrl, 'required')} title="First request" />
      )}
      <dl class="facts">
        <div>
          <dt>Base address</dt>
          <dd>
            <code>{page.baseUrl}</code>
          </dd>
        </div>
        <div>
          <dt>OpenAPI document</dt>
          <dd>
            <a href={documentUrl}>{documentUrl}</a>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Content({ page, chapters }: { page: PageContext; chapters: Chapters }) {
  return (
    <>
      {chapters.authentication ? <AuthenticationSection page={page} /> : null}
      {page.groups.map(group => (
        <GroupSection page={page} group={group} />
      ))}
      {chapters.errors ? <ErrorsSection page={page} /> : null}
      {chapters.parameters ? <ParametersSection page={page} /> : null}
      {chapters.schemas ? <SchemasSection page={page} /> : null}
    </>
  )
}
