// Builds the OpenAPI document: the declarations of the endpoints, and everything that applies to all of them.
import { OpenAPIHono } from '@hono/zod-openapi'
import { operatorsOf, queryingSection } from './api-docs/querying-text.ts'
import { errorTable } from './base/error-table.ts'
import type { Endpoint } from './http/endpoint.ts'
import { version } from './version.ts'

const description = `Published content as JSON, and the management API that writes it.

A request to the content API needs an API key, which is bound to one space, with the scope \`content.read\`; the schema needs \`schema.read\`. The endpoints of models, variants and entries take a key with the scopes that each of them names, or the session of a member. The rest are for the dashboard and take a session.

\`\`\`
curl -H "Authorization: Bearer $FRONTLIST_KEY" "https://content.example.com/api/v1/public/content/books?perPage=3&depth=1"
\`\`\`

- **Published only.** Drafts are not in the tables that the content API reads. A reference to an entry that is not published is \`null\`.
- **References** are \`{ id, collection, slug }\`, or the whole entry as far as \`depth\` goes.
- **Variants** give personalized values: send the ids of the audiences that the visitor is in.
- **Freshness.** Every response has a strong \`ETag\`; send it back in \`If-None-Match\`. What you publish is in the next response.
- **Queries.** Lists are filtered, sorted and searched: see Querying below.
- **Strictness.** A parameter that is not accepted is a 400 that lists every error. Unknown names are ignored and named in \`X-Ignored-Parameters\`; with \`Prefer: handling=strict\` they are a 400. A name that other APIs use for one of these parameters, such as \`limit\`, is always a 400.
- **Rate limit.** If the server limits requests, every response to an API key has a \`RateLimit\` header with the number of requests left; a 304 does not count. When none are left, the response is a 429 with \`Retry-After\`.

${queryingSection}`

/** A separate constant, because the library's type is that of OpenAPI 3.0, which has no identifier. */
const license = { name: 'MIT', identifier: 'MIT' }

export function describeApi(endpoints: readonly Endpoint[]) {
  const app = new OpenAPIHono()
  // Groups the methods of a path.
  for (const { describe } of [...Map.groupBy(endpoints, ({ path }) => path).values()].flat()) {
    if (describe) app.openAPIRegistry.registerPath(describe())
  }
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, `flst_…`, in the header `Authorization: Bearer <API_KEY>`: not in the query, not in a cookie. It has delivery scopes, management scopes or `content.preview`.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'previewToken', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of previews, `flpv_…`, in the header `Authorization: Bearer <TOKEN>`. It reads previews and nothing else.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'frontlist.session',
    description:
      'The cookie that signing in sets; over https its name begins with `__Host-`. Writes must come from a page of this server: `Sec-Fetch-Site: same-origin`, or an `Origin` that is its address.',
  })
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Frontlist', version, description, license },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Content', description: 'Published entries and their model.' },
      {
        name: 'Preview',
        description:
          'Entries as they would be if their drafts were published, for sites that show editors their work. For API keys with `content.preview`, or with a management scope, for tokens of links and for members.',
      },
      {
        name: 'Entries',
        description:
          'Drafts and their live publications, schedules and history, with a session or an API key with a management scope. A request with an `Authorization` header is authorized by its API key alone, and its cookies are ignored; each management scope includes `draft.read`.',
      },
      {
        name: 'Models',
        description:
          'Collections, their fields and variants, for owners and admins, and for API keys with `model.write`. Reading them needs a session or an API key with a management scope.',
      },
      {
        name: 'Views',
        description:
          'Saved filters, orders and columns of the lists of collections, with a session: a member’s own, and those shared with all members.',
      },
      {
        name: 'API keys',
        description: 'For owners and admins who have signed in: the keys of the current space.',
      },
      { name: 'Sign-in', description: 'Sessions, set-up and invitations.' },
      {
        name: 'Dashboard',
        description:
          'Members, invitations and figures of a space, for the dashboard, with a session. They change with it and are not part of the stable `/api/v1`.',
      },
    ],
  })
  const codes = Object.entries(errorTable).map(([code, { status, title, meaning }]) => ({
    code,
    status,
    title,
    description: meaning,
  }))
  return { ...document, 'x-error-codes': codes, 'x-query-operators': operatorsOf }
}
