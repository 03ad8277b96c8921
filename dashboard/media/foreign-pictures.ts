// Finds pictures of a draft that are loaded from another site instead of the library. The note about such a picture stays
// until a copy is uploaded or a user decides to keep the link, which the browser remembers.
import { toForeignPicture } from '../parts/pictures/picture-address.ts'
import { picturePage } from '../parts/pictures/picture-page.ts'

export interface ForeignPicture {
  readonly address: string
  /** The host that serves the picture. */
  readonly host: string
}

/** Returns null for a picture of this server or of a listed host, and for other files. */
export function findForeignPicture(url: string, contentType?: unknown): ForeignPicture | null {
  const address = toForeignPicture(url, picturePage(), contentType)
  return address === null ? null : { address, host: new URL(address).host }
}

const storageKey = 'frontlist-links'
/** The maximum number of remembered decisions. The oldest are removed first. */
const rememberedMax = 500
/** If the browser stores nothing, decisions last until the page is closed. */
let acceptedHere: readonly string[] = []

export function isLinkAccepted(address: string): boolean {
  return readAccepted().includes(address)
}

export function keepLink(address: string): void {
  acceptedHere = [...readAccepted().filter(one => one !== address), address].slice(-rememberedMax)
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
  return `Loaded from ${host}, not stored in your library.`
}
