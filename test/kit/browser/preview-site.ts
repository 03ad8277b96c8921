// A small site on another origin that shows drafts in the frame of the dashboard, as the examples of the client do: a route
// that checks the token and keeps it in a cookie, and pages that are rendered for each request.
import { join } from 'node:path'
import { cleanUpLater } from '../cleanup.ts'
import { projectFolder } from '../command/process.ts'

export interface PreviewSite {
  readonly url: string
  /** The paths and the headers of the requests, in order. */
  readonly requests: readonly {
    readonly path: string
    readonly search: URLSearchParams
    readonly cookie: string | null
  }[]
  /** Changes how pages respond from now on. `unpartitioned` ones keep a cookie that browsers may block in frames. */
  behaviour: 'connected' | 'refuses' | 'silent' | 'unpartitioned'
}

interface PageData {
  readonly title?: string
  readonly blurb?: string
  readonly sections?: readonly PageBlock[]
}

interface PageBlock {
  readonly edit?: string
  readonly data: { readonly heading?: string; readonly intro?: string }
}

function toSection({ edit, data: { heading = '', intro = '' } }: PageBlock): string {
  const mark = (path: string) => (edit === undefined ? '' : ` data-frontlist="${edit}${path}"`)
  return `<section${mark('')}><h2${mark('/heading')}>${heading}</h2><p>${intro}</p></section>`
}

/** The page keeps the variants of the address that opened the preview. */
function toVariants(query: URLSearchParams): string {
  const variants = query.get('variants')
  return variants ? `?variants=${encodeURIComponent(variants)}` : ''
}

/** `server` is the origin of Frontlist, on localhost, so that the site is another one. */
export async function servePreviewSite(server: string): Promise<PreviewSite> {
  const script = await Bun.build({
    entrypoints: [join(projectFolder, 'client/src/preview.ts')],
    target: 'browser',
  })
  const code = await script.outputs[0]!.text()
  const requests: PreviewSite['requests'][number][] = []
  const api = async (path: string, token: string) => {
    const response = await fetch(`${server}/api/v1/preview/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return (await response.json()) as { doc?: Record<string, unknown> }
  }
  const site: PreviewSite = { url: '', requests, behaviour: 'connected' }
  const startPreview = async (request: Request, query: URLSearchParams) => {
    const token = query.get('token') ?? ''
    const { doc } = await api('session', token)
    if (!doc) return new Response('The token is not valid.', { status: 401 })
    const isFramed =
      request.headers.get('Sec-Fetch-Dest') === 'iframe' &&
      request.headers.get('Sec-Fetch-Site') === 'cross-site'
    const partition = site.behaviour === 'unpartitioned' ? '' : '; Partitioned'
    const rules = isFramed ? `Secure; SameSite=None${partition}` : 'SameSite=Lax'
    const path = `/${encodeURIComponent(query.get('collection') ?? '')}/${encodeURIComponent(query.get('slug') ?? '')}`
    return new Response(null, {
      status: 307,
      headers: {
        Location: path + toVariants(query),
        'Set-Cookie': `preview=${token}; Path=/; HttpOnly; ${rules}`,
      },
    })
  }
  const showPage = async (path: string, token: string | null) => {
    if (token === null) return new Response('No preview.', { status: 404 })
    const [session, { doc }] = await Promise.all([api('session', token), api(`content${path}`, token)])
    if (!doc) return new Response('No such entry.', { status: 404 })
    const { edit, data } = doc as { edit?: string; data: PageData }
    const mark = (field: string) => (edit === undefined ? '' : ` data-frontlist="${edit}#${field}"`)
    const { dashboard, expiresAt } = session.doc as { dashboard: string; expiresAt: string }
    const options = JSON.stringify({ dashboard, until: expiresAt, leave: '/leave' })
    const start = `import { startPreview } from '/preview.js'; startPreview(${options})`
    const html = `<!doctype html><meta charset="utf-8"><title>${data.title ?? ''}</title>
<a href="/elsewhere">Elsewhere</a>
<article${edit === undefined ? '' : ` data-frontlist="${edit}"`}>
<h1${mark('title')}>${data.title ?? ''}</h1>
<div style="height: 3000px"></div>
${(data.sections ?? []).map(toSection).join('\n')}
<p${mark('blurb')}>${data.blurb ?? ''}</p>
</article>
${site.behaviour === 'connected' || site.behaviour === 'unpartitioned' ? `<script type="module">${start}</script>` : ''}`
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        ...(site.behaviour === 'refuses' && { 'X-Frame-Options': 'DENY' }),
      },
    })
  }
  const listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => {
      const { pathname, searchParams } = new URL(request.url)
      const cookie = request.headers.get('Cookie')
      requests.push({ path: pathname, search: searchParams, cookie })
      if (pathname === '/preview.js')
        return new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
      if (pathname === '/api/preview') return startPreview(request, searchParams)
      return showPage(pathname + toVariants(searchParams), /preview=([^;]+)/.exec(cookie ?? '')?.[1] ?? null)
    },
  })
  cleanUpLater(() => listener.stop(true))
  return Object.assign(site, { url: `http://127.0.0.1:${listener.port}` })
}
