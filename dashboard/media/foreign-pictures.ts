// Pictures of a draft that are on another site and not in the library. The note about one stays until a copy was uploaded
// or a person decided to keep the link; the browser remembers that decision.
import { toForeignPicture } from '../parts/pictures/picture-address.ts'
import { picturePage } from '../parts/pictures/picture-page.ts'

export interface ForeignPicture {
  readonly address: string
  /** The site that it is loaded from. */
  readonly host: string
}

/** Null for a picture of this server or of a listed host, and for what is no picture. */
export function findForeignPicture(url: string, contentType?: unknown): ForeignPicture | null {
  const address = toForeignPicture(url, picturePage(), contentType)
  return address === null ? null : { address, host: new URL(address).host }
}

const storageKey = 'frontlist-links'
/** The oldest decisions are forgotten first. */
const rememberedMax = 500
/** Where the browser stores nothing, a decision lasts as long as the page. */
let acceptedHere: readonly string[] = []

export function isLinkAccepted(address: string): boolean {
  return readAccepted().includes(address)
}

export function keepLink(address: string): void {
  acceptedHere = [...readAccepted().filter(one => one !== address), address].slice(-rememberedMax)
  try {
    localStorage.setItem(storageKey, JSON.stringify(acceptedHere))
  } catch {
    // The browser may forbid storage, or have no room for it.
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
