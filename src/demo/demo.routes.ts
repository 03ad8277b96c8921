// The demo space's images, so that the URLs in its assets lead somewhere.

import { Problem } from '../base/errors.ts'
import { type Endpoint, publicRoute } from '../http/endpoint.ts'
import { rawPath } from '../http/request-url.ts'
import { demoAssets } from './assets.generated.ts'

const policy = "default-src 'none'; style-src 'unsafe-inline'"

export function demoEndpoints(): Endpoint[] {
  return [
    publicRoute('/demo/{folder}/{file}', "the demo's pictures are public, like the demo", async request => {
      const svg = demoAssets.get(rawPath(request))
      if (svg === undefined) throw new Problem('not_found', 'The demo has no such picture.')
      return {
        type: 'image/svg+xml',
        body: svg,
        headers: { 'Cache-Control': 'public, max-age=3600', 'Content-Security-Policy': policy },
      }
    }),
  ]
}
