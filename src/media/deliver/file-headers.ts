// The headers of files: what a file may do where a browser opens it, and how long caches keep it.
import { inlineTypes } from '../receive/file-type.ts'
import type { ByteRange, OpenFile } from '../stores/store.ts'

/** What a request gets: a file, or an image made of it. */
export interface FileContent {
  readonly filename: string
  readonly contentType: string
  /** With its quotes. */
  readonly etag: string
  readonly variesByAccept: boolean
  /** With `isUnopened` the bytes are not opened afterwards, but they have to be there. */
  readonly load: (isUnopened: boolean) => Promise<LoadedContent>
  /** All of it, without a promise; null if `load` has to decide. */
  readonly openNow: () => OpenFile | null
}

interface LoadedContent {
  readonly size: number
  readonly open: (range: ByteRange | null) => Promise<Blob | ReadableStream>
}

const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'"
const mediaPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

/** Browsers show these themselves; anything else is a download. */
const shownTypes: ReadonlySet<string> = new Set(inlineTypes)

/** A sandbox would keep browsers from showing a PDF, and from playing a film that is opened by itself. */
function policyOf(contentType: string): string {
  if (/^(?:audio|video)\//.test(contentType)) return mediaPolicy
  return contentType === 'application/pdf' ? strictPolicy : `${strictPolicy}; sandbox`
}

/** For everything that sends a file's bytes. */
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

/** Of what is public, also of a 304 (RFC 9110, section 15.4.5). */
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

/** Any page may show what is public. */
export const publicHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/** RFC 8187, section 3.2.1: some characters that addresses may have stand for something here. */
function encodeName(filename: string): string {
  return encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The name with another ending. */
export function withEnding(filename: string, ending: string): string {
  const stem = filename.replace(/(?<=.)\.[^.]*$/, '')
  return `${stem}.${ending}`
}
