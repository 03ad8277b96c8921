// Decides which addresses webhooks may reach, so that nobody makes this server send requests into its own network.
import { type BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const urlLengthMax = 2000
const httpsPort = 443
/** Ports up to this one belong to services of the system, such as mail and databases. */
const systemPortMax = 1023

/** Returns all IP addresses of a host. Throws if the host cannot be resolved. */
export type Resolver = (host: string) => Promise<readonly string[]>

export interface AddressParts {
  readonly resolve: Resolver
  /** Private networks that may be reached, with http and any port. */
  readonly networks: BlockList
}

/** An address whose host was resolved and allowed. Connect to `ip`: resolving the host again could give another one. */
export interface CheckedAddress {
  readonly url: URL
  readonly ip: string
}

/** Why an address is refused. */
export interface RefusedAddress {
  /** `dns` if the host could not be resolved. */
  readonly code: 'address_refused' | 'dns'
  /** Continues a sentence that begins with the name of the address. */
  readonly message: string
}

/** Checks the text of an address, and every IP address of its host, which is resolved once. */
export async function checkAddress(
  text: string,
  { resolve, networks }: AddressParts,
): Promise<CheckedAddress | RefusedAddress> {
  const url = parseAddress(text)
  if ('message' in url) return url
  const ips = await resolveHost(url.hostname, resolve)
  if ('message' in ips) return ips
  const outside = ips.filter(ip => !isInNetworks(ip, networks))
  if (outside.length > 0) {
    const message = findPublicError(url)
    if (message !== null) return refuse(message)
  }
  const ip = outside.find(ip => !isPublic(ip))
  if (ip !== undefined) {
    return refuse(
      `must lead to a public address, but its host is ${ip}, which is in none of the networks of WEBHOOK_NETWORKS`,
    )
  }
  return { url, ip: ips[0]! }
}

/** Checks what needs no resolving. */
function parseAddress(text: string): URL | RefusedAddress {
  if (text.length > urlLengthMax) return refuse(`must have at most ${urlLengthMax} characters`)
  // The URL parser would remove them.
  if (/[\s\p{Cc}]/u.test(text)) return refuse('must not contain spaces or control characters')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return refuse('must be an address such as https://example.com/hook')
  }
  if (url.href.length > urlLengthMax) return refuse(`must have at most ${urlLengthMax} characters, encoded`)
  if (url.username !== '' || url.password !== '') {
    return refuse('must not contain a user name or password; send a header instead')
  }
  if (text.includes('#')) return refuse('must not contain a fragment (#)')
  if (url.hostname.endsWith('.')) return refuse('must have a host without a dot at its end')
  return url
}

async function resolveHost(hostname: string, resolve: Resolver): Promise<readonly string[] | RefusedAddress> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return [literal]
  const unresolved = { code: 'dns', message: 'has a host that cannot be resolved' } as const
  try {
    const ips = await resolve(hostname)
    return ips.length > 0 ? ips : unresolved
  } catch {
    return unresolved
  }
}

/** Returns what is wrong with an address that does not lead into a network of `WEBHOOK_NETWORKS` alone, or null. */
function findPublicError({ protocol, port }: URL): string | null {
  if (protocol !== 'https:') return 'must begin with https://'
  const number = port === '' ? httpsPort : Number(port)
  if (number === httpsPort || number > systemPortMax) return null
  return `must have port ${httpsPort} or one above ${systemPortMax}`
}

function isInNetworks(ip: string, networks: BlockList): boolean {
  // An address with a zone, such as fe80::1%eth0, is valid for one interface of this machine only.
  if (isIP(ip) === 0 || ip.includes('%')) return false
  return networks.check(ip, ipaddr.parse(ip).kind())
}

/** The part of IPv6 from which public addresses are assigned. */
const assigned = ipaddr.parseCIDR('2000::/3')

/** Returns true for unicast addresses of the internet. All others are refused: private, mapped, translated, reserved. */
function isPublic(ip: string): boolean {
  // Only isIP refuses notations that others read as another address, such as 010.0.0.1.
  if (isIP(ip) === 0) return false
  const address = ipaddr.parse(ip)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(assigned))
}

function refuse(message: string): RefusedAddress {
  return { code: 'address_refused', message }
}
