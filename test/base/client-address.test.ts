// Whose address a request comes from: what a proxy is believed, what anyone can write, and what counts as one place.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createTrust, toClientAddress } from '../../src/base/client-address.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const proxies = createTrust(['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48', '::1', '127.0.0.1'])
const clientOf = (peer: string, chain: string | null, trust = proxies) => toClientAddress(peer, chain, trust)

describe('the address of the connection counts', () => {
  test.each<[string, string, string | null]>([
    ['without a header', '203.0.113.5', null],
    ['from a stranger, whatever the header', '203.0.113.5', '198.51.100.1'],
    ['from a stranger who names a proxy', '203.0.113.5', '10.0.0.1, 127.0.0.1'],
    ['just outside of a trusted network', '11.0.0.0', '198.51.100.1'],
    ['beside a trusted address', '192.0.2.8', '198.51.100.1'],
    ['from a proxy without a header', '10.1.2.3', null],
    ['from a proxy with an empty header', '10.1.2.3', ''],
    ['from a proxy with a header of blanks', '10.1.2.3', ' , '],
    ['from a proxy that names nobody', '10.1.2.3', 'unknown'],
    ['from a proxy that names a host', '10.1.2.3', 'client.example.com'],
    ['from a proxy that names half an address', '10.1.2.3', '198.51.100'],
    ['from a proxy with an address in another form', '10.1.2.3', '0xc6336401'],
    ['from a proxy with a number for an address', '10.1.2.3', '3325256705'],
    ['from a proxy with half a port', '10.1.2.3', '198.51.100.1:'],
    ['from a proxy with half a bracket', '10.1.2.3', '[2001:db8::1:443'],
    ['from a proxy with brackets around nothing', '10.1.2.3', '[]:443'],
    ['that nobody knows', 'unknown', '198.51.100.1'],
  ])('%s', (_, peer, chain) => {
    expect(clientOf(peer, chain)).toBe(peer)
  })

  test('of everybody, where no proxy is trusted', () => {
    for (const peer of ['127.0.0.1', '10.0.0.1', '203.0.113.5']) {
      expect(clientOf(peer, '198.51.100.1', createTrust([]))).toBe(peer)
    }
  })
})

describe('behind a trusted proxy', () => {
  test.each<[string, string, string, string]>([
    ['the one that it names', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [
      'the last one, for what is left of it anyone can write',
      '10.1.2.3',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['with blanks around it', '10.1.2.3', '1.1.1.1 ,\t198.51.100.1 ', '198.51.100.1'],
    ['through two proxies', '10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['through proxies of both kinds', '::1', '198.51.100.1, 2001:db8:ffff:1::5, 10.9.9.9', '198.51.100.1'],
    ['a proxy alone, if there is nobody before it', '10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['a proxy, where what is left of it is none', '10.1.2.3', 'x, 10.4.4.4', '10.4.4.4'],
    ['not beyond what is no address', '10.1.2.3', '198.51.100.1, x, 10.4.4.4', '10.4.4.4'],
    ['not beyond nothing', '10.1.2.3', '198.51.100.1,, 10.4.4.4', '10.4.4.4'],
    ['a stranger who names proxies left of themselves', '10.1.2.3', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['in IPv6, by its network', '10.1.2.3', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['with the port that some proxies add', '10.1.2.3', '1.1.1.1, 198.51.100.1:4000', '198.51.100.1'],
    ['in IPv6 with a port', '10.1.2.3', '[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    [
      'through a proxy that was written with its port',
      '10.1.2.3',
      '198.51.100.1, 10.9.9.9:80',
      '198.51.100.1',
    ],
    ['a proxy on a socket for both kinds', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [
      'a client that a proxy saw on a socket for both kinds',
      '10.1.2.3',
      '::ffff:198.51.100.1',
      '198.51.100.1',
    ],
  ])('%s', (_, peer, chain, client) => {
    expect(clientOf(peer, chain)).toBe(client)
  })

  test('nothing that a client writes before what the proxy adds changes whose address it is', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        '10.0.0.1',
        '127.0.0.1',
        '::1',
        'unknown',
        '',
        ' ',
        '198.51.100.9',
        '2001:db8::1',
        '::ffff:10.0.0.1',
      ),
      fc.ipV4(),
      fc.ipV6(),
      fc.string(),
    )
    fc.assert(
      fc.property(
        fc.array(pieces),
        fc.ipV4().filter(address => clientOf(address, '192.0.2.200') === address),
        (spoofed, address) => {
          expect(clientOf('10.1.2.3', [...spoofed, address].join(', '))).toBe(address)
          expect(clientOf(address, spoofed.join(', '))).toBe(address)
        },
      ),
      { numRuns: fuzzRuns(300) },
    )
  })
})

describe('the place', () => {
  test.each<[string, string]>([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['::2', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ])('of %s is %s', (address, place) => {
    expect(clientOf(address, null)).toBe(place)
  })

  test('all addresses of one /64, and no other', () => {
    const group = fc.nat(0xffff).map(value => value.toString(16))
    const half = fc.array(group, { minLength: 4, maxLength: 4 }).map(groups => groups.join(':'))
    // `::/96` is how IPv4 is written in IPv6.
    const network = half.filter(text => !/^(?:0:)*0$/.test(text))
    fc.assert(
      fc.property(network, network, half, half, (one, other, host, host2) => {
        expect(clientOf(`${one}:${host}`, null)).toBe(clientOf(`${one}:${host2}`, null))
        if (one !== other)
          expect(clientOf(`${one}:${host}`, null)).not.toBe(clientOf(`${other}:${host}`, null))
      }),
      { numRuns: fuzzRuns(500) },
    )
  })
})

describe('a proxy can be named', () => {
  test.each<[string, string[], string[]]>([
    ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.0.0.1'], ['9.255.255.255', '11.0.0.0']],
    ['10.1.2.3/8', ['10.200.0.1'], ['11.1.2.3']],
    ['192.0.2.1/32', ['192.0.2.1'], ['192.0.2.0', '192.0.2.2']],
    ['192.0.2.1', ['192.0.2.1', '::ffff:192.0.2.1'], ['192.0.2.2']],
    ['192.0.2.128/25', ['192.0.2.128', '192.0.2.255'], ['192.0.2.127']],
    ['0.0.0.0/0', ['1.2.3.4', '255.255.255.255'], ['2001:db8::1']],
    ['::/0', ['2001:db8::1', '::1'], []],
    ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['::2']],
    ['2001:db8::/32', ['2001:db8::1', '2001:db8:ffff::'], ['2001:db9::']],
    ['fc00::/7', ['fd12::1'], ['fe80::1']],
    ['::ffff:10.0.0.0/104', ['10.1.1.1', '::ffff:10.1.1.1'], ['11.0.0.1']],
  ])('as %s', (text, trusted, others) => {
    const trust = createTrust([text])
    for (const peer of trusted)
      expect([peer, clientOf(peer, '198.51.100.1', trust)]).toEqual([peer, '198.51.100.1'])
    for (const peer of others) {
      expect([peer, clientOf(peer, '198.51.100.1', trust)]).toEqual([peer, clientOf(peer, null, trust)])
    }
  })

  test.each([
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8.5',
    '10.0.0.0/08x',
    '10.0.0.0/8/9',
    '/8',
    '10.0.0',
    '10.0.0.0/a',
    'localhost',
    'proxy.example.com',
    '*',
    '10.*',
    '10.0.0.1-10.0.0.9',
    '[::1]',
    '::1%eth0',
    '10.0.0.1:80',
    ' 10.0.0.1',
    '',
  ])('but not as %p', text => {
    expect(() => createTrust(['10.0.0.0/8', text])).toThrow(RangeError)
    expect(() => createTrust([text])).toThrow(text)
  })
})
