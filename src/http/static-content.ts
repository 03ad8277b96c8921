// Responses that do not change while the server runs, such as pages and documents. They are compressed once for each
// coding, and have a strong ETag for conditional requests.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Page } from './endpoint.ts'
import { type Coding, chooseCoding, codings, matches } from './json-response.ts'

interface StaticContent {
  readonly type: string
  readonly text: string
  /** Headers that a 304 includes as well. */
  readonly headers?: Readonly<Record<string, string>>
}

const digestLength = 22

/** The content is compressed only once, so this may take longer than compressing built responses. */
const encoders: Record<Coding, (text: Buffer) => Promise<Uint8Array>> = {
  zstd: text => promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 15 } }),
  br: text => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: text => promisify(gzip)(text, { level: 9 }),
}

/** Returns a handler for `publicRoute`. `load` is called at the first request. */
export function serveStatic(load: () => StaticContent): (request: Request) => Promise<Page> {
  let content: StaticContent | null = null
  let digest = ''
  const encoded = new Map<Coding, Uint8Array>()
  const encode = async (coding: Coding, text: string) => {
    const bytes = encoded.get(coding) ?? (await encoders[coding](Buffer.from(text)))
    encoded.set(coding, bytes)
    return bytes
  }
  return async request => {
    if (content === null) {
      const loaded = load()
      digest = new Bun.CryptoHasher('sha256').update(loaded.text).digest('base64url').slice(0, digestLength)
      content = loaded
    }
    const { type, text } = content
    const coding = chooseCoding(request.headers.get('Accept-Encoding'), codings)
    const headers = {
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: coding ? `"${digest}-${coding}"` : `"${digest}"`,
      ...content.headers,
    }
    if (matches(request.headers.get('If-None-Match'), digest)) return { status: 304, type, body: '', headers }
    if (coding === null) return { type, body: text, headers }
    return { type, body: await encode(coding, text), headers: { ...headers, 'Content-Encoding': coding } }
  }
}
