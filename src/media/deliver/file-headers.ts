// The headers of files: restrictions for files that a browser opens, and the lifetime in caches.
import { inlineTypes } from '../receive/file-type.ts'
import type { ByteRange, OpenFile } from '../stores/store.ts'

/** The content of a response: a file, or an image made from it. */
export interface FileContent {
  readonly filename: string
  readonly contentType: string
  /** The entity tag with its quotes. */
  readonly etag: string
  readonly variesByAccept: boolean
  /** Loads the content. With `isUnopened`, it is not opened afterwards, but must exist. */
  readonly load: (isUnopened: boolean) => Promise<LoadedContent>
  /** Opens the whole content synchronously; null if `load` has to decide. */
  readonly openNow: () => OpenFile | null
}

interface LoadedContent {
  readonly size: number
  readonly open: (range: ByteRange | null) => Promise<Blob | ReadableStream>
}

const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'"
const mediaPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

/** Browsers display these types; all others are downloads. */
const shownTypes: ReadonlySet<string> = new Set(inlineTypes)

/**
 * Returns the policy for a type. A sandbox would prevent browsers from showing a PDF, and from playing a film in its own
 * tab.
 */
function policyOf(contentType: string): string {
  if (/^(?:audio|video)\//.test(contentType)) return mediaPolicy
  return contentType === 'application/pdf' ? strictPolicy : `${strictPolicy}; sandbox`
}

/** Returns the headers of every response with a file's bytes. */
export function contentHeaders({
  filename,
  contentType,
  variesByAccept,
}: Pick<FileContent, 'filename' | 'contentType' | 'variesByAccept'>): Record<string, string> {
  const disposition = shownTypes.has(contentType) ? 'inline' : 'attachment'
  return {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policyOf(contentType),
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(filename)}`,
    ...(variesByAccept && { Vary: 'Accept' }),
  }
}

/** Returns the headers of public files, including a 304 (RFC 9110, section 15.4.5). */
export function deliveryHeaders(
  { etag, variesByAccept }: Pick<FileContent, 'etag' | 'variesByAccept'>,
  maxAge: number,
): Record<string, string> {
  return {
    ETag: etag,
    'Cache-Control': cacheControl(maxAge),
    ...(variesByAccept && { Vary: 'Accept' }),
    ...publicHeaders,
  }
}

const yearSeconds = 31_536_000

function cacheControl(maxAge: number): string {
  return `public, max-age=${maxAge}${maxAge === yearSeconds ? ', immutable' : ''}`
}

/** Any page may embed public files. */
export const publicHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/** Encodes a name as in RFC 8187, section 3.2.1. Some characters that `encodeURIComponent` keeps are reserved there. */
function encodeName(filename: string): string {
  return encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns the name with another extension. */
export function withEnding(filename: string, ending: string): string {
  const stem = filename.replace(/(?<=.)\.[^.]*$/, '')
  return `${stem}.${ending}`
}
