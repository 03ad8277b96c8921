// Decides which addresses content may contain: in links, in files, and in text fields of the format `url`. Addresses are
// parsed as browsers parse them (WHATWG URL), instead of comparing prefixes, so that an accepted address runs no script and
// leads to the host that it displays.

export type AddressUse = 'link' | 'asset'

interface AddressError {
  /** `malformed`: not an address, or an incomplete one. It leads nowhere, so a text that is being edited may contain it. */
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

/** Browsers remove some of these characters, so they could disguise an address. */
const blankOrControl = /[\s\p{Cc}]/u
/** Changes the order in which the rest of an address is displayed. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const scheme = /^[a-z][a-z0-9+.-]*:/i
/** Any host. A path is unsafe if it resolves to another host. */
const site = 'https://site.invalid'

/** Returns null if the address is safe. */
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
  // `/..//host` resolves to a path that, used alone, leads to another host.
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
  // Browsers accept other numbers of slashes here, for which other parsers find no host or a different one.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]
  if (authority === undefined) return unsafe(`must have a host after ${named}//`)
  return authority.includes('@') ? unsafe('must not contain a user name or a password') : null
}

const outerBlanks = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu

/**
 * Repairs an address, and returns it if the result is safe, otherwise null. Encodes or removes spaces as browsers do, and
 * adds parts that people omit.
 */
export function repairAddress(address: string, use: AddressUse): string | null {
  const trimmed = address.replace(outerBlanks, '')
  const meant = withScheme(trimmed, use)
  const repaired = /^(?:mailto|tel):/i.test(meant) ? meant.replace(/ /g, '') : meant.replace(/ /g, '%20')
  return addressError(repaired, use) === null ? repaired : null
}

/** Detects a host or a mailbox without a scheme, which browsers treat as a path of the site. */
export function lacksScheme(address: string, use: AddressUse): boolean {
  return addressError(address, use)?.kind === 'malformed' && repairAddress(address, use) !== null
}

/** Checks whether a stored address must be reported: it is unsafe, or would lead to a path of the site. */
export function needsRepair(address: string, use: AddressUse): boolean {
  return addressError(address, use)?.kind === 'unsafe' || lacksScheme(address, use)
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
