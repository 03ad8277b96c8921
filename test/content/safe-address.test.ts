// Which addresses content may hold: those that run no script and lead to no other host than the one they show.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addressError } from '../../src/content/values/safe-address.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const everywhere = [
  'https://example.org/',
  'https://example.org',
  'http://example.org:8080/a/b?c=d#e',
  'HTTPS://EXAMPLE.ORG/',
  'https://example.org/a%20b?q=%00',
  'https://bücher.example/straße',
  'https://xn--bcher-kva.example/',
  'https://192.0.2.1/',
  'https://[2001:db8::1]/',
  'https://example.org/@name',
  'https://example.org/?mail=a@b.example',
  'https://example.org/javascript:alert(1)',
  'https://example.org//double',
  '/',
  '/about',
  '/a b'.replace(' ', '%20'),
  '/images/ü.png?width=200#top',
  '/@name',
  '/a//b',
  '/javascript:alert(1)',
]
const linksOnly = [
  '#top',
  '#',
  '?page=2',
  '?',
  '?next=https://example.org',
  'mailto:press@example.org',
  'mailto:press@example.org?subject=Tide',
  'MAILTO:press@example.org',
  'tel:+4712345678',
  'tel:112',
]

describe('an address that a page can show is accepted', () => {
  test.each(everywhere)('%s in links and assets', address => {
    expect([addressError(address, 'link'), addressError(address, 'asset')]).toEqual([null, null])
  })

  test.each(linksOnly)('%s in links, not as the address of a file', address => {
    expect(addressError(address, 'link')).toBeNull()
    expect(addressError(address, 'asset')).not.toBeNull()
  })
})

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'javascript:',
  'javascript&colon;alert(1)//:',
  'vbscript:msgbox(1)',
  'livescript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'DATA:,x',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'ftp://example.org/',
  'ws://example.org/',
  'about:blank',
  'view-source:https://example.org',
  'jar:https://example.org!/',
  'filesystem:https://example.org/x',
  'intent://example.org#Intent;end',
  'chrome://settings',
  'mhtml:https://example.org',
  'x-anything:1',
  'sms:123',
  'cid:1',
  'urn:isbn:1',
  'mocha:x',
]
const disguised = [
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\rscript:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u202ejavascript:alert(1)',
  'https://example.org/\u202egnp.exe',
  'https://example.org/a b',
  ' https://example.org/',
  'https://example.org/ ',
  'https://example.org/\t',
  'https://exa\nmple.org/',
  'https://example.org/\u0085',
  'https://example.org/\u007f',
  '/a b',
  '/a\n',
  '#a b',
  '/a\u3000b',
]
const otherHosts = [
  '//evil.example',
  '//evil.example/a.png',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  'https:\\\\evil',
  'https:\\/evil.example',
  'https://example.org\\@evil.example',
  'https://example.org/\\evil',
  '/\t/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http:evil.example',
  'https://user@evil.example/',
  'https://user:pass@evil.example/',
  'https://:pass@evil.example/',
  'https://@evil.example/',
  'https://example.org@evil.example/',
  'https://example.org%40@evil.example/',
  'https://example.org:80@evil.example/',
]
const noAddresses = [
  '',
  'about',
  'example.org',
  'www.example.org/a',
  './a',
  '../a',
  'a/b',
  'https://',
  'https://?',
  'https://#',
  'https://example.org:99999/',
  'https://exa<mple.org/',
  'https://[::1/',
  'https://%00/',
  'http://',
  'mailto:',
  'mailto:?subject=x',
  'mailto://example.org',
  'tel:',
  'tel:/x',
  ':',
  '日本語',
]

describe('an address that could run a script or lead elsewhere is refused', () => {
  test.each(
    [...schemes, ...disguised, ...otherHosts, ...noAddresses].map(address => [
      JSON.stringify(address),
      address,
    ]),
  )('%s', (_, address) => {
    for (const use of ['link', 'asset'] as const) {
      const error = addressError(address, use)
      expect(error?.message).toMatch(/^(?:must|has|leads|is) /)
    }
  })

  test('unsafe ones are distinguished from ones that are only unfinished, such as what someone is still typing', () => {
    for (const address of [...schemes.filter(one => !one.includes('&')), ...disguised, ...otherHosts]) {
      expect([address, addressError(address, 'link')?.kind]).toEqual([address, 'unsafe'])
    }
    for (const address of noAddresses) {
      expect([address, addressError(address, 'link')?.kind]).toEqual([address, 'malformed'])
    }
    for (const typed of [
      'h',
      'htt',
      'https',
      'https:',
      'https:/',
      'https://',
      'mailto',
      'mailto:',
      'tel:',
      't',
    ]) {
      expect([typed, addressError(typed, 'link')?.kind]).toEqual([typed, 'malformed'])
    }
  })
})

const pieces = fc.constantFrom(
  ...[...schemes, ...disguised, ...otherHosts, ...everywhere, ...linksOnly],
  ...[
    ':',
    '/',
    '//',
    '\\',
    '@',
    '?',
    '#',
    '.',
    '..',
    '%',
    '\t',
    ' ',
    'https',
    'javascript',
    'data',
    'evil.example',
  ],
)
const anything = fc.oneof(
  fc.array(pieces, { maxLength: 4 }).map(all => all.join('')),
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)

test('whatever is accepted, a browser resolves to https, http, mailto or tel, and a path to the site itself', () => {
  const site = 'https://site.example/pages/one'
  fc.assert(
    fc.property(anything, fc.constantFrom('link' as const, 'asset' as const), (address, use) => {
      if (addressError(address, use) !== null) return
      const resolved = new URL(address, site)
      const schemes = use === 'link' ? ['https:', 'http:', 'mailto:', 'tel:'] : ['https:', 'http:']
      expect(schemes).toContain(resolved.protocol)
      expect([resolved.username, resolved.password]).toEqual(['', ''])
      if (/^[/?#]/.test(address)) expect(resolved.origin).toBe('https://site.example')
      else expect(new URL(address).href).toBe(resolved.href)
      // Resolving what was resolved, as frameworks do, does not lead elsewhere.
      const path = resolved.pathname + resolved.search
      if (/^https?:$/.test(resolved.protocol) && /^[/?#]/.test(address)) {
        expect(new URL(path, site).origin).toBe('https://site.example')
      }
    }),
    { numRuns: fuzzRuns(3000) },
  )
})
