// Finds pictures of a draft that are shown from another site instead of the library. The note about such a picture stays
// until a copy is uploaded or a user decides to keep the link, which the browser remembers.
import { picturePage, toForeignPicture } from '../parts/pictures/picture-url.ts'

export interface ForeignPicture {
  readonly url: string
  /** The host that serves the picture. */
  readonly host: string
}

/** Returns null for a picture of this server or of a listed host, and for other files. */
export function findForeignPicture(url: string, contentType?: unknown): ForeignPicture | null {
  const absolute = toForeignPicture(url, picturePage(), contentType)
  return absolute === null ? null : { url: absolute, host: new URL(absolute).host }
}

const storageKey = 'frontlist-links'
/** The maximum number of remembered decisions. The oldest are removed first. */
const rememberedMax = 500
/** If the browser stores nothing, decisions last until the page is closed. */
let acceptedHere: readonly string[] = []

export function isLinkAccepted(url: string): boolean {
  return readAccepted().includes(url)
}

export function keepLink(url: string): void {
  acceptedHere = [...readAccepted().filter(one => one !== url), url].slice(-rememberedMax)
  try {
    localStorage.setItem(storageKey, JSON.stringify(acceptedHere))
  } catch {
    // The browser may forbid storage, or its quota may be exceeded.
  }
}

function readAccepted(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? [...acceptedHere, ...stored] : acceptedHere
  } catch {
    return acceptedHere
  }
}

export function describeForeignPicture({ host }: ForeignPicture): string {
  return `Shown from ${host}, not stored in your library.`
}
