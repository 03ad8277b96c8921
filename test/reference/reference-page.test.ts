// The page of the sample document: everything of the document is on it, and it holds together as a page.
import { describe, expect, test } from 'bun:test'
import { renderReferencePage } from '../../src/reference/reference-page.tsx'
import { elementsOf } from './page-outline.ts'
import { sampleDocument } from './sample-document.ts'

const html = renderReferencePage(sampleDocument, { baseUrl: 'http://localhost:3000/' })
const elements = elementsOf(html)
const withTag = (tag: string) => elements.filter(element => element.tag === tag)
const withClass = (name: string) =>
  elements.filter(element => element.attributes.get('class')?.split(' ').includes(name))
const articles = withTag('article')

describe('the whole document is there', () => {
  const operations = [
    [
      'List published entries',
      'GET',
      '/api/v1/public/content/{collection}',
      ['collection', 'page', 'perPage', 'depth', 'variants'],
      ['200', '304', '400', '401', '404'],
    ],
    [
      'Fetch one published entry',
      'GET',
      '/api/v1/public/content/{collection}/{slug}',
      ['collection', 'slug', 'depth', 'variants'],
      ['200', '401', '404'],
    ],
    ['Update an API key', 'PATCH', '/api/v1/tokens/api-keys/{id}', ['id', 'Origin'], ['200', '404']],
    ['Is the process alive?', 'GET', '/healthz', [], ['200']],
  ] as const

  for (const [title, method, path, parameters, statuses] of operations) {
    test(`${method} ${path} shows its parameters and statuses`, () => {
      const text = articles.find(article => article.text.startsWith(title))?.text ?? ''
      expect(text).toContain(`${method} ${path}`)
      for (const name of parameters) expect(text).toContain(`${name}in `)
      for (const status of statuses) expect(text).toContain(`${status} `)
    })

    test(`${method} ${path} is in the navigation`, () => {
      expect(withTag('nav')[0]?.text).toContain(`${method} ${path}`)
    })
  }

  test('there is one article for each operation', () => {
    expect(articles).toHaveLength(operations.length)
  })

  test('a parameter shows type, bounds, default and pattern', () => {
    const rows = withTag('tr').map(row => row.text)
    expect(rows).toContainEqual(
      expect.stringMatching(/^pagein query ?integer1 to 2147483647 ?1 ?Page number/),
    )
    expect(rows).toContainEqual(expect.stringContaining('pattern ^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'))
  })

  test('security is said: the scheme with its scope, the session, or open to everyone', () => {
    const lines = withClass('security').map(element => element.text)
    expect(lines).toContain('Needs apiKey with scope content.read')
    expect(lines).toContain('Needs session')
    expect(lines).toContain('Open to everyone, no sign-in.')
  })

  test('response headers, also those behind a reference, are shown', () => {
    expect(articles[0]?.text).toContain('HeadersETag string Changes when')
  })

  test('every schema and every error code has its place', () => {
    const ids = new Set(elements.map(element => element.attributes.get('id')))
    for (const name of Object.keys(sampleDocument.components?.schemas ?? {}))
      expect(ids).toContain(`schema-${name}`)
    for (const { code } of sampleDocument['x-error-codes'] ?? []) expect(ids).toContain(`error-${code}`)
  })

  test('an error code named in a text leads to its row', () => {
    expect(html).toContain('<a href="#error-api_key_missing"><code>api_key_missing</code></a>')
  })

  test('the first screen shows a curl line that works as it stands', () => {
    expect(withTag('figure')[0]?.text).toBe(
      `First requestcurl 'http://localhost:3000/api/v1/public/content/posts' \\ --header "Authorization: Bearer $API_KEY"`,
    )
  })

  test('a relative server of the document stands between the address and the path', () => {
    const moved = renderReferencePage(
      { ...sampleDocument, servers: [{ url: '/base/' }] },
      { baseUrl: 'http://x' },
    )
    expect(moved).toContain('http://x/base/healthz')
  })

  test('the description can name the address, and its own curl line replaces the made one', () => {
    const info = { ...sampleDocument.info, description: 'So:\n\n```\ncurl {base_url}/x\n```' }
    const own = renderReferencePage({ ...sampleDocument, info }, { baseUrl: 'http://x' })
    expect(own).toContain('<code>curl http://x/x</code>')
    expect(own).not.toContain('First request')
  })

  test('a document with hardly anything in it is still a page', () => {
    const bare = renderReferencePage(
      { openapi: '3.1.0', info: { title: 'Bare', version: '0' } },
      { baseUrl: 'http://x' },
    )
    expect(elementsOf(bare).filter(element => element.tag === 'h1')[0]?.text).toBe('Bare')
    expect(bare).not.toContain('id="errors"')
  })
})

describe('it holds together', () => {
  test('headings go down one level at a time, from one h1', () => {
    const levels = elements.filter(({ tag }) => /^h[1-6]$/.test(tag)).map(({ tag }) => Number(tag[1]))
    expect(levels.filter(level => level === 1)).toHaveLength(1)
    expect(levels[0]).toBe(1)
    const steps = levels.map((level, index) => level - (levels[index - 1] ?? 0))
    expect(Math.max(...steps)).toBe(1)
  })

  test('every id is used once', () => {
    const ids = elements.map(element => element.attributes.get('id')).filter(id => id !== undefined)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('every link inside the page has its target', () => {
    const ids = new Set(elements.map(element => element.attributes.get('id')))
    const targets = withTag('a')
      .map(link => link.attributes.get('href') ?? '')
      .filter(href => href.startsWith('#'))
    expect(targets.filter(target => !ids.has(target.slice(1)))).toEqual([])
  })

  test('every heading below the first has an id and a link to itself', () => {
    const headings = elements.filter(({ tag }) => /^h[2-6]$/.test(tag))
    for (const heading of headings)
      expect(html).toContain(`class="anchor" href="#${heading.attributes.get('id')}"`)
  })

  test('it has its landmarks and a skip link that comes first', () => {
    for (const tag of ['header', 'nav', 'main', 'footer']) expect(withTag(tag).length).toBeGreaterThan(0)
    expect(withTag('main')).toHaveLength(1)
    expect(withTag('a')[0]?.attributes.get('href')).toBe('#content')
  })

  test('every table has headers with a scope and stands in a box that the keyboard can scroll', () => {
    for (const cell of withTag('th')) expect(cell.attributes.get('scope')).toMatch(/^(row|col)$/)
    const boxes = withClass('table-box')
    expect(boxes).toHaveLength(withTag('table').length)
    for (const box of boxes) expect(box.attributes.get('tabindex')).toBe('0')
  })
})
