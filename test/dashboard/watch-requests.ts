// The requests of a page to the API, beside what they do in the page.
import type { Page } from 'playwright-core'

/** Grows with each request to `/api/v1`, as `GET /entries`. */
export function watchRequests(page: Page) {
  const seen: { readonly path: string; readonly body: string }[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (!url.pathname.startsWith('/api/v1/')) return
    seen.push({
      path: `${request.method()} ${url.pathname.replace('/api/v1', '')}`,
      body: request.postData() ?? '',
    })
  })
  return seen
}
