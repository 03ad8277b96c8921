// Determines the client IP of a request: that of the connection, or the one that a trusted proxy reports.
import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Creates a list of trusted proxies from addresses and networks in CIDR notation. Throws a RangeError that names an
 * invalid one.
 */
export function createTrust(proxies: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const text of proxies) {
    const [address = '', length, ...more] = text.split('/')
    const bits = isIPv4(address) ? 32 : 128
    const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
    const isAddress = isIP(address) !== 0 && !address.includes('%')
    if (!isAddress || !(prefix <= bits) || more.length > 0) throw new RangeError(text)
    trusted.addSubnet(address, prefix, familyOf(address))
  }
  return trusted
}

/**
 * Returns the rightmost address of `X-Forwarded-For` that is not a trusted proxy, because clients can forge anything
 * left of it. IPv6 is reduced to its /64, which one customer usually gets.
 */
export function toClientAddress(peer: string, forwardedFor: string | null, trusted: BlockList): string {
  const chain = (forwardedFor ?? '').split(',').map(part => part.trim())
  let address = peer
  while (isTrusted(address, trusted)) {
    const before = withoutPort(chain.pop())
    if (before === undefined || isIP(before) === 0) break
    address = before
  }
  return isIP(address) === 6 ? toNetwork(address) : address
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const plain = unmap(address)
  return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain))
}

/** Removes the port, because some proxies write `192.0.2.1:4000` and `[2001:db8::1]:4000`. */
function withoutPort(text: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text ?? '') ?? []
  return bracketed ?? plain ?? text
}

/** Returns the IPv4 address of `::ffff:192.0.2.1` in any notation, which dual-stack sockets report. */
function unmap(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = toGroups(address)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address
  return groups
    .slice(6)
    .flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

function toNetwork(address: string): string {
  const plain = unmap(address)
  return isIPv4(plain) ? plain : `${toGroups(plain).slice(0, 4).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, without leading zeros and without its zone. */
function toGroups(address: string): string[] {
  // The WHATWG URL parser normalizes every notation of an IPv6 address (IPv6 serializer).
  const host = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = host.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  return tail === undefined
    ? start
    : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
}
