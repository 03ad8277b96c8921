// Which addresses a webhook may have: what the text may say, and where its host may lead.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createTrust } from '../../src/base/client-address.ts'
import { checkAddress } from '../../src/webhooks/sending/check-address.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const open = '93.184.216.34'
const check = (text: string, ips: readonly string[] | Error = [open], networks: readonly string[] = []) =>
  checkAddress(text, {
    resolve: async () => {
      if (ips instanceof Error) throw ips
      return ips
    },
    networks: createTrust(networks),
  })
const codeOf = async (...given: Parameters<typeof check>) => {
  const checked = await check(...given)
  return 'code' in checked ? checked.code : checked.ip
}

describe('an address of the internet is accepted', () => {
  test.each([
    'https://example.com',
    'https://example.com/hook?a=1&b=@c',
    'https://example.com:443/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://exämple.com/ü',
    'HTTPS://EXAMPLE.COM/',
    `https://example.com/${'a'.repeat(1980)}`,
  ])('%s', async text => {
    expect(await codeOf(text)).toBe(open)
  })
  test('as an IP address, without being resolved', async () => {
    expect(await codeOf('https://8.8.8.8/', new Error('resolved'))).toBe('8.8.8.8')
    expect(await codeOf('https://[2606:4700::1111]/', new Error('resolved'))).toBe('2606:4700::1111')
  })
})

describe('a text that says what a webhook may not have is refused, wherever its host leads', () => {
  test.each([
    '',
    'example.com',
    '/hook',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'https://',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://:password@example.com/',
    'https://example.com/#',
    'https://example.com/#part',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:80/',
    'https://example.com:444/',
    'https://example.com:1023/',
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://example.com./',
    'https://example.com/a b',
    'https://exam\nple.com/',
    'https://example.com/\r\nHost: other',
    'https://example.com/\0',
    ' https://example.com/',
    `https://example.com/${'a'.repeat(1981)}`,
    `https://example.com/${'a/../'.repeat(400)}`,
    `https://example.com/${'ü'.repeat(1000)}`,
  ])('%j', async text => {
    expect(await codeOf(text)).toBe('address_refused')
  })
})

/** One address of each kind that is not public. */
const inside = [
  ['loopback', '127.0.0.1', '::1', '127.255.0.9'],
  ['unspecified', '0.0.0.0', '::', '0.1.2.3'],
  ['private', '10.0.0.1', '172.16.0.1', '192.168.0.1', 'fc00::1', 'fd00:ec2::254'],
  ['link-local, with the metadata services of clouds', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  ['shared by a provider', '100.64.0.1', '100.100.100.200'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::ffff:a9fe:a9fe'],
  ['translated', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '::ffff:0:8.8.8.8'],
  ['tunnelled', '2002:7f00:1::', '2001::1'],
  ['multicast and broadcast', '224.0.0.1', '255.255.255.255', 'ff02::1'],
  ['reserved', '240.0.0.1', '192.0.2.1', '198.18.0.1', '2001:db8::1', '100::1', '5f00::1', 'fec0::1'],
  ['never assigned', '4000::1', '100:0:0:1::1', '::2'],
  ['no address', 'localhost', '', '1.2.3', '010.0.0.1', '134744072'],
]

describe('a host that leads elsewhere than to the internet is refused', () => {
  test.each<string[]>(inside.map(kind => [...kind]))('%s', async (_, ...ips) => {
    for (const ip of ips) {
      expect([ip, await codeOf('https://example.com/', [ip])]).toEqual([ip, 'address_refused'])
      expect([ip, await codeOf('https://example.com/', [open, ip])]).toEqual([ip, 'address_refused'])
    }
  })
  test.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('written as %s', async text => {
    expect(await codeOf(text, new Error('resolved'))).toBe('address_refused')
  })
  test('whichever IPv4 address of those networks it is', async () => {
    const anyInside = fc
      .record({ start: fc.constantFrom(0, 10, 127, 224, 239, 240, 255), rest: fc.nat(0xff_ffff) })
      .map(({ start, rest }) => `${start}.${rest >> 16}.${(rest >> 8) & 255}.${rest & 255}`)
    await fc.assert(
      fc.asyncProperty(anyInside, async ip => {
        expect(await codeOf('https://example.com/', [ip])).toBe('address_refused')
        expect(await codeOf('https://example.com/', [`::ffff:${ip}`])).toBe('address_refused')
        expect(await codeOf(`https://${ip}/`)).toBe('address_refused')
      }),
      { numRuns: fuzzRuns(300) },
    )
  })
})

test('a host that cannot be resolved, or has no address, is told apart', async () => {
  expect(await codeOf('https://example.com/', new Error('ENOTFOUND'))).toBe('dns')
  expect(await codeOf('https://example.com/', [])).toBe('dns')
})

test('a refusal says what is wrong, and names the address that the host has', async () => {
  expect(await check('https://intern.example.com/', ['10.1.2.3'])).toEqual({
    code: 'address_refused',
    message:
      'must lead to a public address, but its host is 10.1.2.3, which is in none of the networks of WEBHOOK_NETWORKS',
  })
})

describe('a network that the operator allows', () => {
  const networks = ['10.1.0.0/16', 'fd00::/8', '127.0.0.1']
  test.each([
    ['http://intern/', '10.1.2.3'],
    ['http://intern:22/', '10.1.2.3'],
    ['https://intern:80/', 'fd12::1'],
    ['http://127.0.0.1:3000/', '127.0.0.1'],
    ['http://[fd12::1]:3000/', 'fd12::1'],
  ])('may be reached at %s', async (text, ip) => {
    expect(await codeOf(text, [ip], networks)).toBe(ip)
  })
  test.each([
    ['a host beside it', 'https://intern/', ['10.2.0.1']],
    ['a host that is also in another private network', 'https://intern/', ['10.1.2.3', '10.2.0.1']],
    ['http to the internet', 'http://example.com/', [open]],
    ['http to a host that is also in the internet', 'http://intern/', ['10.1.2.3', open]],
    ['a fragment', 'http://intern/#a', ['10.1.2.3']],
    ['a user name', 'http://a@intern/', ['10.1.2.3']],
    ['another protocol', 'ftp://intern/', ['10.1.2.3']],
  ])('opens no more: %s', async (_, text, ips) => {
    expect(await codeOf(text, ips, networks)).toBe('address_refused')
  })
})

test('the host is resolved once, so that a second answer cannot differ', async () => {
  const asked: string[] = []
  await checkAddress('https://Exämple.com:8443/', {
    resolve: async host => {
      asked.push(host)
      return [open]
    },
    networks: createTrust([]),
  })
  expect(asked).toEqual(['xn--exmple-cua.com'])
})
