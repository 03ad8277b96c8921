// The endpoints of the API documentation: the OpenAPI document, the page that renders it, the page of errors, the guides in
// Markdown, and /llms.txt, which lists them.
import { Problem } from '../base/errors.ts'
import { type Endpoint, publicRoute } from '../http/endpoint.ts'
import { errorsPagePath } from '../http/problem.ts'
import { documentPolicy } from '../http/server-env.ts'
import { serveStatic } from '../http/static-content.ts'
import { errorsPage, errorsPageStyle } from './errors-page.ts'
import { guidePath, guides } from './guides.ts'
import { type DescribedApi, llmsPath, toLlmsText } from './llms-text.ts'

interface ApiDocsParts {
  /** Called once, at the first request, when all endpoints are mounted. */
  readonly describe: () => DescribedApi
  /** The built page at `/docs`; null if it was not built. */
  readonly html: string | null
}

const reason = 'people read here how to use an API key before they have one'

/** Like the dashboard's policy but without a nonce: this page has no style element. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const errorsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${new Bun.CryptoHasher('sha256').update(errorsPageStyle).digest('base64')}'`,
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function apiDocsEndpoints({ describe, html }: ApiDocsParts): Endpoint[] {
  return [
    publicRoute(
      '/api/v1/openapi.json',
      reason,
      serveStatic(() => ({
        type: 'application/json',
        text: JSON.stringify(describe()),
      })),
      documentPolicy,
    ),
    publicRoute(
      llmsPath,
      reason,
      serveStatic(() => ({
        type: 'text/plain; charset=utf-8',
        text: toLlmsText(describe()),
      })),
      documentPolicy,
    ),
    ...guides.map(guide =>
      publicRoute(
        guidePath(guide),
        reason,
        serveStatic(() => ({
          type: 'text/markdown; charset=utf-8',
          text: guide.text,
        })),
        documentPolicy,
      ),
    ),
    publicRoute(
      '/docs',
      reason,
      serveStatic(() => {
        if (html === null) {
          const text = 'The API reference was not built. Run `npm run dashboard`, then start again.'
          throw new Problem('unavailable', text)
        }
        return toPage(html, referencePolicy)
      }),
    ),
    publicRoute(
      errorsPagePath,
      reason,
      serveStatic(() => toPage(errorsPage(), errorsPolicy)),
    ),
  ]
}

function toPage(text: string, policy: string) {
  const headers = {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  }
  return { type: 'text/html; charset=utf-8', text, headers }
}
