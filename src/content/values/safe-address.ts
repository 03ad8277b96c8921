// Which addresses content may hold: of links, of files, and in text fields of the format `url`. They are parsed as
// browsers parse them (WHATWG URL) and never judged by how they begin, so an address that is accepted runs no script
// and leads to the host that it shows.

export type AddressUse = 'link' | 'asset'

export interface AddressError {
  /** `malformed`: no address, or one that is unfinished. It leads nowhere, so text that is being typed may hold it. */
  readonly kind: 'unsafe' | 'malformed'
  /** Continues a sentence that begins with the name of the value. */
  readonly message: string
}

const schemesOf: Readonly<Record<AddressUse, readonly string[]>> = {
  link: ['https:', 'http:', 'mailto:', 'tel:'],
  asset: ['https:', 'http:'],
}
const expectations: Readonly<Record<AddressUse, string>> = {
  link: 'must be an address with https, http, mailto or tel, or begin with /, ? or #',
  asset: 'must be an address with https or http, or a path that begins with /',
}

/** Browsers remove some of them, so they hide what an address is. */
const blankOrControl = /[\s\p{Cc}]/u
/** They show the rest of an address in another order. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const scheme = /^[a-z][a-z0-9+.-]*:/i
/** Any host: a path is judged by whether it leads away from it. */
const site = 'https://site.invalid'

/** Null if the address is safe. */
export function addressError(address: string, use: AddressUse): AddressError | null {
  if (blankOrControl.test(address)) return unsafe('must not contain spaces or control characters')
  if (directionMark.test(address)) return unsafe('must not contain marks of the direction of text')
  if (address.includes('\\')) return unsafe('must not contain backslashes')
  if (address.startsWith('//')) return unsafe('must name https or http before //')
  const isRelative = use === 'link' ? /^[/?#]/.test(address) : address.startsWith('/')
  return isRelative ? relativeError(address) : absoluteError(address, use)
}

function relativeError(address: string): AddressError | null {
  const url = URL.parse(address, site)
  if (url === null) return { kind: 'malformed', message: 'must be a path of the site' }
  // `/..//host` becomes a path that, on its own, is another host.
  const staysHere = url.origin === site && !url.pathname.startsWith('//')
  return staysHere ? null : unsafe('leads to another host than the site')
}

function absoluteError(address: string, use: AddressUse): AddressError | null {
  const schemes = schemesOf[use]
  const named = scheme.exec(address)?.[0].toLowerCase()
  const malformed: AddressError = { kind: 'malformed', message: expectations[use] }
  if (named === undefined) return malformed
  if (!schemes.includes(named)) return unsafe(expectations[use])
  const url = URL.parse(address)
  if (url === null) return malformed
  if (url.protocol !== named) return unsafe(expectations[use])
  if (named === 'mailto:' || named === 'tel:') return /^[^/]/.test(url.pathname) ? null : malformed
  // Browsers also read these without both slashes, or with more; others then find no host, or another one.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]
  if (authority === undefined) return unsafe(`must have a host after ${named}//`)
  return authority.includes('@') ? unsafe('must not contain a user name or a password') : null
}

const outerBlanks = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu

/**
 * The address that was meant, where it is safe; null where none is. Browsers repair blanks too, and people leave out what
 * browsers add.
 */
export function repairAddress(address: string, use: AddressUse): string | null {
  const trimmed = address.replace(outerBlanks, '')
  const meant = withScheme(trimmed, use)
  const repaired = /^(?:mailto|tel):/i.test(meant) ? meant.replace(/ /g, '') : meant.replace(/ /g, '%20')
  return addressError(repaired, use) === null ? repaired : null
}

/** Whether it names a host or a mailbox without a scheme: browsers take it for a path of the site. */
export function lacksScheme(address: string, use: AddressUse): boolean {
  return addressError(address, use)?.kind === 'malformed' && repairAddress(address, use) !== null
}

function withScheme(address: string, use: AddressUse): string {
  if (/^\/\/[^/\\]/.test(address)) return `https:${address}`
  if (/^www\.[^\s.]+\./i.test(address)) return `https://${address}`
  return use === 'link' && /^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(address)
    ? `mailto:${address}`
    : address
}

function unsafe(message: string): AddressError {
  return { kind: 'unsafe', message }
}
