// The text at /llms.txt: how to send a first request, and links to the other documents.
import { guidePath, guides } from './guides.ts'

/** The part of the OpenAPI document that the text needs. */
export interface DescribedApi {
  readonly paths?: Readonly<Record<string, object>>
}

export const llmsPath = '/llms.txt'

export function toLlmsText({ paths = {} }: DescribedApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<{ readonly summary?: string }>({ ...methods }).map(
      ([method, { summary = '' }]) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`,
    ),
  )
  const below = (prefix: string) => operations.filter(line => line.includes(` ${prefix}/`))
  const content = below('/api/v1/public')
  const management = below('/api/v1').filter(line => !content.includes(line))
  const links = guides.map(guide => `- [${titleOf(guide.text)}](${guidePath(guide)}): ${guide.about}`)
  return `# Frontlist

> A self-hosted content delivery API: published content as JSON over HTTP, with references resolved to the depth that a
> request asks for, values for audiences and languages, and queries that are exact.

Each request has an API key in the header \`Authorization: Bearer <API_KEY>\`, which belongs to one space. A key with the
scope \`content.read\` reads what is published, one with \`schema.read\` the model; management scopes write. Every error is
\`application/problem+json\` with a stable \`code\`. Send \`Prefer: handling=strict\`, so that a misspelt parameter is an
error, and the \`ETag\` of a response in \`If-None-Match\` to get a 304 while nothing has changed.

## Documents

${links.join('\n')}
- [OpenAPI](/api/v1/openapi.json): every endpoint with its parameters, bodies and responses
- [API reference](/docs): the same to read and try in a browser

## Content API

${content.join('\n')}

## Management API

${management.join('\n')}
`
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? ''
}
