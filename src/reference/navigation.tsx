/** @jsxImportSource hono/jsx */
// The way around the page: every chapter and every operation. Folded on a narrow screen, a column on a wide one.
import { usedParameters } from './appendix.tsx'
import { MethodBadge, PathText } from './heading.tsx'
import type { PageContext } from './page-context.ts'

export interface Chapters {
  readonly authentication: boolean
  readonly errors: boolean
  readonly parameters: boolean
  readonly schemas: boolean
}

/** A chapter without content is left out, here and on the page. */
export function chaptersOf(page: PageContext): Chapters {
  return {
    authentication: page.schemeAnchors.size > 0,
    errors: page.errorAnchors.size > 0,
    parameters: usedParameters(page).length > 0,
    schemas: page.schemaAnchors.size > 0,
  }
}

export function Navigation({ page, chapters }: { page: PageContext; chapters: Chapters }) {
  return (
    <nav aria-label="Contents">
      <details class="contents">
        <summary>Contents</summary>
        <div class="contents-list" id="contents">
          <ul>
            <ChapterLink anchor="introduction" title="Introduction" />
            {chapters.authentication ? <ChapterLink anchor="authentication" title="Authentication" /> : null}
          </ul>
          {page.groups.map(group => (
            <ul>
              <ChapterLink anchor={group.anchor} title={group.name} />
              {group.operations.map(entry => (
                <li>
                  <a class="nav-operation" href={`#${entry.anchor}`} title={entry.title}>
                    <MethodBadge method={entry.method} /> <PathText path={entry.path} />
                  </a>
                </li>
              ))}
            </ul>
          ))}
          <ul>
            {chapters.errors ? <ChapterLink anchor="errors" title="Errors" /> : null}
            {chapters.parameters ? <ChapterLink anchor="parameters" title="Parameters" /> : null}
          </ul>
          {chapters.schemas ? <SchemaLinks page={page} /> : null}
        </div>
      </details>
      <a class="to-contents" href="#contents">
        Contents
      </a>
    </nav>
  )
}

function ChapterLink({ anchor, title }: { anchor: string; title: string }) {
  return (
    <li>
      <a class="nav-chapter" href={`#${anchor}`}>
        {title}
      </a>
    </li>
  )
}

function SchemaLinks({ page }: { page: PageContext }) {
  return (
    <ul>
      <ChapterLink anchor="schemas" title="Schemas" />
      {[...page.schemaAnchors].map(([name, anchor]) => (
        <li>
          <a class="nav-schema" href={`#${anchor}`}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
