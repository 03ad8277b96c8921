/** @jsxImportSource hono/jsx */
// Who may ask: the line on an operation and the section on the ways to sign in.
import { Heading } from './heading.tsx'
import { Markdown } from './markdown.tsx'
import type { SecurityRequirement, SecurityScheme } from './open-api-shape.ts'
import type { OperationEntry } from './operations.ts'
import type { PageContext } from './page-context.ts'
import { follow } from './references.ts'

export function SecurityLine({ page, entry }: { page: PageContext; entry: OperationEntry }) {
  const ways = entry.security.filter(way => Object.keys(way).length > 0)
  if (ways.length === 0) return <p class="security">Open to everyone, no sign-in.</p>
  const optional = ways.length < entry.security.length
  return (
    <p class="security">
      {optional ? 'Optional: ' : 'Needs '}
      {ways.map((way, index) => (
        <>
          {index === 0 ? null : ', or '}
          <OneWay page={page} way={way} />
        </>
      ))}
    </p>
  )
}

function OneWay({ page, way }: { page: PageContext; way: SecurityRequirement }) {
  return (
    <>
      {Object.entries(way).map(([name, scopes], index) => (
        <>
          {index === 0 ? null : ' and '}
          <SchemeLink page={page} name={name} />
          {scopes.length === 0 ? null : ` with scope${scopes.length > 1 ? 's' : ''} `}
          {scopes.map((scope, place) => (
            <>
              {place === 0 ? null : ', '}
              <code>{scope}</code>
            </>
          ))}
        </>
      ))}
    </>
  )
}

function SchemeLink({ page, name }: { page: PageContext; name: string }) {
  const anchor = page.schemeAnchors.get(name)
  return anchor === undefined ? name : <a href={`#${anchor}`}>{name}</a>
}

export function AuthenticationSection({ page }: { page: PageContext }) {
  const schemes = Object.entries(page.document.components?.securitySchemes ?? {})
  return (
    <section class="chapter">
      <Heading level={2} anchor="authentication">
        Authentication
      </Heading>
      {schemes.map(([name, given]) => {
        const scheme = follow<SecurityScheme>(page.document, given)?.value
        const scopes = scopesOf(page, name)
        return (
          <section class="entry">
            <Heading level={3} anchor={page.schemeAnchors.get(name) ?? ''}>
              {name}
            </Heading>
            <p>{scheme === undefined ? null : <HowSent scheme={scheme} />}</p>
            <Markdown text={scheme?.description} errorAnchors={page.errorAnchors} />
            {scopes.length === 0 ? null : (
              <p>
                Scopes:{' '}
                {scopes.map((scope, index) => (
                  <>
                    {index === 0 ? null : ', '}
                    <code>{scope}</code>
                  </>
                ))}
              </p>
            )}
          </section>
        )
      })}
    </section>
  )
}

function HowSent({ scheme }: { scheme: SecurityScheme }) {
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') {
    return <>Name and password, sent with HTTP Basic.</>
  }
  if (scheme.type === 'http') {
    return (
      <>
        Sent in the header <code>Authorization: Bearer $API_KEY</code>. In the examples, <code>$API_KEY</code>{' '}
        stands for your key.
      </>
    )
  }
  if (scheme.type !== 'apiKey') return <>{scheme.type}</>
  return (
    <>
      Sent in the {scheme.in} <code>{scheme.name}</code>.
      {scheme.in === 'cookie' ? (
        <>
          {' '}
          In the examples, <code>$SESSION</code> stands for its value.
        </>
      ) : null}
    </>
  )
}

function scopesOf(page: PageContext, scheme: string): readonly string[] {
  const ways = page.groups.flatMap(group => group.operations).flatMap(entry => entry.security)
  return [...new Set(ways.flatMap(way => way[scheme] ?? []))].sort()
}
