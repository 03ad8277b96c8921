// Whose address a request comes from: the connection's, or the one that a trusted proxy names.
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Proxies that are believed: addresses and networks in CIDR notation. Throws a RangeError that names a bad one. */
export function createTrust(proxies: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const text of proxies) {
    const [address = '', length] = text.split('/')
    const bits = isIPv4(address) ? 32 : 128
    const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
    if (isIP(address) === 0 || !(prefix <= bits)) throw new RangeError(text)
    trusted.addSubnet(address, prefix, familyOf(address))
  }
  return trusted
}

/**
 * From the right of `X-Forwarded-For`, the first address that is no trusted proxy: what stands left of it anyone can
 * have written. IPv6 by its /64, which is what one customer gets.
 */
export function toClientAddress(peer: string, forwardedFor: string | null, trusted: BlockList): string {
  const chain = (forwardedFor ?? '').split(',').map(part => part.trim())
  let address = peer
  while (isTrusted(address, trusted)) {
    const before = chain.pop()
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

/** `::ffff:192.0.2.1` is an IPv4 address on a socket for both. */
function unmap(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function toNetwork(address: string): string {
  const plain = unmap(address)
  if (isIPv4(plain)) return plain
  // A URL writes every form of an IPv6 address in the same way (WHATWG URL, IPv6 serializer).
  const host = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = host.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? start : [...start, ...Array(8 - start.length - end.length).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}
