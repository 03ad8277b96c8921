// The addresses of previews: which origins and patterns are accepted, and what they are filled with.
import { describe, expect, test } from 'bun:test'
import {
  defaultPreviewUrl,
  fillPreviewUrl,
  findPreviewSiteError,
  findPreviewUrlError,
  findSiteOf,
  toPreviewOrigin,
} from '../../src/content/model/preview-url.ts'

describe('a preview site', () => {
  test.each([
    ['https://www.example.org', 'https://www.example.org'],
    ['https://WWW.example.org/', 'https://www.example.org'],
    ['https://www.example.org:443', 'https://www.example.org'],
    ['https://staging.example.org:8443', 'https://staging.example.org:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:4321', 'http://localhost:4321'],
    ['http://shop.localhost:3000', 'http://shop.localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ])('may be %s', (text, origin) => {
    expect(toPreviewOrigin(text)).toBe(origin)
  })

  test.each(
    [
      ['', 'www.example.org', '//www.example.org', '/preview', 'javascript:alert(1)', 'data:text/html,x'],
      [
        'http://www.example.org',
        'http://localhost.example.org',
        'http://127.0.0.1.example.org',
        'ftp://localhost',
      ],
      ['https://www.example.org/path', 'https://www.example.org?a', 'https://www.example.org#a'],
      ['https://user@www.example.org', 'https://user:secret@www.example.org', 'blob:https://www.example.org'],
      // In a content security policy these would allow more than one origin, or begin another directive.
      ['https://*.example.org', 'https://*', 'https://a;script-src', 'https://a,b', "https://a'b"],
    ].flat(),
  )('may not be %s', text => {
    expect(toPreviewOrigin(text)).toBeNull()
  })
})

describe('a preview URL', () => {
  test.each([
    defaultPreviewUrl,
    '/',
    '/blog/{slug}',
    '/{variants}/blog/{slug}?preview={token}#{id}',
    'https://www.example.org/blog/{slug}',
    'http://localhost:3000/{collection}/{id}',
  ])('may be %s', text => {
    expect(findPreviewUrlError(text)).toBeNull()
  })

  test.each([
    ['javascript:alert(1)', 'must be a path'],
    ['http://example.org/{slug}', 'must be a path'],
    ['//evil', 'must not contain //'],
    ['/a//b', 'must not contain //'],
    ['/\\evil', 'must not contain spaces, backslashes'],
    ['/a b', 'must not contain spaces'],
    ['/a\nb', 'must not contain spaces'],
    ['', 'must be a path'],
    ['blog/{slug}', 'must be a path'],
    ['https://www.example.org', 'must be a path'],
    ['https://{slug}.example.org/', 'must be a path'],
    ['https://user@www.example.org/', 'must be a path'],
    ['https://www.example.org//evil', 'must not contain //'],
    ['/blog/{secret}', 'contains {secret}, and its placeholders are {token}'],
    ['/blog/{slug', 'contains {slug'],
    ['/blog/slug}', 'contains }'],
    ['/blog/{{slug}}', 'contains {'],
    [`/${'a'.repeat(2000)}`, 'may have 2000 characters'],
  ])('may not be %s', (text, message) => {
    expect(findPreviewUrlError(text)).toStartWith(message)
  })

  const sites = [
    { name: 'Staging', url: 'https://staging.example.org' },
    { name: 'Site', url: 'https://www.example.org' },
  ]

  test('with an origin is one of the preview sites', () => {
    expect(findPreviewSiteError('https://www.example.org/blog', sites)).toBeNull()
    expect(findPreviewSiteError('/blog', [])).toBeNull()
    expect(findPreviewSiteError(null, [])).toBeNull()
    for (const text of [
      'https://www.example.org.evil.example/',
      'https://evil.example/',
      'https://www.example.org:8/',
    ]) {
      expect(findPreviewSiteError(text, sites)).toContain(
        'https://staging.example.org, https://www.example.org',
      )
    }
    expect(findPreviewSiteError('https://www.example.org/blog', [])).toContain('it has none')
    expect(findSiteOf('https://www.example.org/blog', sites)?.name).toBe('Site')
    expect(findSiteOf('/blog', sites)?.name).toBe('Staging')
    expect(findSiteOf(undefined, sites)?.name).toBe('Staging')
    expect(findSiteOf('https://former.example.org/blog', sites)).toBeNull()
    expect(findSiteOf('/blog', [])).toBeNull()
  })

  test('is filled with encoded values, and loses the segments that are empty', () => {
    const [site] = sites as [(typeof sites)[0]]
    const values = { token: 't', collection: 'posts', id: 'p1', slug: 'a b/ü?', variants: '' }
    const fillWith = (text: string | undefined, more = {}) =>
      fillPreviewUrl(text, site, { ...values, ...more })
    expect(fillWith(undefined)).toBe(
      'https://staging.example.org/api/preview?token=t&collection=posts&id=p1&slug=a%20b%2F%C3%BC%3F&variants=',
    )
    expect(fillWith('/{variants}/blog/{slug}/')).toBe('https://staging.example.org/blog/a%20b%2F%C3%BC%3F/')
    expect(fillWith('/{variants}/blog/{slug}', { variants: 'de,vip', slug: 'x' })).toBe(
      'https://staging.example.org/de%2Cvip/blog/x',
    )
    expect(fillWith('/{variants}')).toBe('https://staging.example.org/')
    expect(fillWith('/{slug}', { slug: '/evil.example' })).toBe('https://staging.example.org/%2Fevil.example')
    expect(fillWith('https://www.example.org/{variants}/{id}#{slug}', { slug: '{token}' })).toBe(
      'https://www.example.org/p1#%7Btoken%7D',
    )
  })
})
