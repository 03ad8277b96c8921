// The API reference in a real Chromium. That it asks no other host, and that nothing is said in the console, holds for
// every test here (test/kit/browser/browser.ts).
import { describe, expect, test } from 'bun:test'
import { readDashboardPack } from '../../src/dashboard/read-pack.ts'
import { openApi } from '../kit/app/open-api.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible, expectWhole, measureOverhang } from '../kit/browser/page-checks.ts'

interface Documented {
  readonly operationId: string
  readonly tags: readonly string[]
}

const operations = Object.entries(openApi.paths).flatMap(([path, ofPath]) =>
  Object.values(ofPath).map(operation => ({ path, ...(operation as unknown as Documented) })),
)
const fragmentOf = (id: string) => {
  const { tags } = operations.find(({ operationId }) => operationId === id)!
  return `#/${encodeURIComponent(tags[0]!)}/${id}`
}
const longest = operations.reduce((a, b) => (b.path.length > a.path.length ? b : a)).operationId
const largest = operations.reduce((a, b) =>
  JSON.stringify(b).length > JSON.stringify(a).length ? b : a,
).operationId

describeInBrowser('the API reference', (fixture, journey) => {
  const open = async (visitor: Visitor, id = '') => {
    await visitor.page.goto(`/docs${id === '' ? '' : fragmentOf(id)}`)
    await visitor.page.locator('h1').waitFor()
    return visitor.page
  }

  journey('is accessible and fits at each width and in each scheme', async () => {
    await expectWhole(await fixture.visit(), '/docs', 'api-docs')
  })

  journey('shows an endpoint accessibly and in each width and scheme, with a body and without', async () => {
    await expectWhole(await fixture.visit(), `/docs${fragmentOf('listEntries')}`, 'api-docs-list')
    await expectWhole(await fixture.visit(), `/docs${fragmentOf('createApiKey')}`, 'api-docs-create')
  })

  journey(
    'lists every endpoint beside its pages, and finds them by words of their path, summary or description',
    async () => {
      const page = await open(await fixture.visit())
      const links = page.getByRole('navigation', { name: 'Endpoints' }).locator('li a')
      const shown = await links.evaluateAll(all => all.map(one => one.getAttribute('href')))
      expect(shown.toSorted()).toEqual(
        operations.map(({ operationId }) => fragmentOf(operationId)).toSorted(),
      )
      const search = page.getByLabel('Search endpoints')
      await search.fill('rotate key')
      await page.locator(`nav a[href$="listEntries"]`).waitFor({ state: 'detached' })
      expect(await links.count()).toBeLessThan(5)
      await search.fill('no such words')
      await page.getByText('No endpoint has all of these words.').waitFor()
      await search.fill('')
      await page.locator(`nav a[href$="listEntries"]`).click()
      await page.getByRole('heading', { level: 1, name: 'List published entries' }).waitFor()
      expect(await page.locator('nav [aria-current="page"]').textContent()).toContain(
        'List published entries',
      )
    },
  )

  journey('does not scroll sideways at 320 px, and has its navigation behind a button there', async () => {
    const visitor = await fixture.visit()
    await visitor.page.setViewportSize({ width: 320, height: 640 })
    for (const id of ['', longest, largest, 'createApiKey']) {
      const page = await open(visitor, id)
      expect([id, await measureOverhang(page)]).toEqual([id, 0])
    }
    const { page } = visitor
    await page.getByRole('button', { name: 'Endpoints' }).click()
    await page.getByRole('navigation', { name: 'Endpoints' }).waitFor()
    expect(await measureOverhang(page)).toBe(0)
    await expectAccessible(visitor)
  })

  journey('shows a request in curl, fetch and the typed client, as it is typed into the form', async () => {
    const page = await open(await fixture.visit(), 'listEntries')
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByLabel('perPage').fill('3')
    await form.getByLabel('filter').fill('filter[price][gte]=5&filter[inPrint]=true')
    const code = page.getByRole('region', { name: 'Request as code' })
    const path = `${fixture.url}/api/v1/public/content/books?perPage=3&filter[price][gte]=5&filter[inPrint]=true`
    expect(await code.locator('pre').textContent()).toBe(
      `curl -g '${path}' \\\n  -H "Authorization: Bearer $FRONTLIST_KEY"`,
    )
    await code.getByRole('tab', { name: 'fetch' }).click()
    expect(await code.locator('pre').textContent()).toContain(`await fetch('${path}', {`)
    await code.getByRole('tab', { name: 'Typed client' }).click()
    expect(await code.locator('pre').textContent()).toContain(
      "client.list('books', { perPage: 3, filter: { price: { gte: 5 }, inPrint: { eq: true } } })",
    )
  })

  journey(
    'has code that stands out, begins at the top of its box, and scrolls in one box at most',
    async () => {
      const visitor = await fixture.visit()
      const page = await open(visitor)
      const [chip, behind] = await page.evaluate<string[]>(`(() => {
      const code = document.querySelector('.markdown code.mantine-Code-root')
      const { backgroundColor, boxShadow } = getComputedStyle(code)
      return [backgroundColor, getComputedStyle(document.body).backgroundColor, boxShadow]
    })()`)
      expect(contrastOf(chip!, behind!)).toBeGreaterThan(1.1)
      await page.setViewportSize({ width: 1400, height: 600 })
      await page.goto(`/docs${fragmentOf(largest)}`)
      await page.locator('.endpoint-request pre').nth(1).waitFor()
      const boxes = await page.evaluate<{ above: number; scrolls: number }[]>(`
      [...document.querySelectorAll('.endpoint-request pre')].map(pre => ({
        above: pre.getBoundingClientRect().top - pre.closest('.code-block').getBoundingClientRect().top,
        scrolls: pre.scrollHeight - pre.clientHeight,
      }))`)
      expect(boxes.every(({ above, scrolls }) => above < 4 && scrolls <= 0)).toBe(true)
    },
  )

  journey('sends a request with an API key, and shows the response accessibly', async () => {
    const visitor = await fixture.visit()
    const page = await open(visitor, 'listEntries')
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Enter an API key, or sign in to the dashboard.').waitFor()
    await form.getByLabel('API key').fill(fixture.key)
    await form.getByLabel('filter').fill('filter[id][ne]=none&filter[slug]=none')
    const requested = page.waitForRequest(/\/api\/v1\/public\/content\/books/)
    await form.getByRole('button', { name: 'Send' }).click()
    const request = await requested
    expect(request.headers().authorization).toBe(`Bearer ${fixture.key}`)
    expect([...new URL(request.url()).searchParams]).toEqual([
      ['filter[id][ne]', 'none'],
      ['filter[slug]', 'none'],
    ])
    await form.getByText('"count": 0').waitFor()
    await expectAccessible(visitor, '.try')
  })

  journey('sends a request with the session of who is signed in, to the content API too', async () => {
    const as = await fixture.createUser('reader@example.com', 'member')
    const visitor = await fixture.visit({ as })
    const page = await open(visitor, 'listEntries')
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByText('Sent as reader@example.com').waitFor()
    await form.getByLabel('perPage').fill('1')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('"collection": "books"').first().waitFor()
    await open(visitor, 'listModels')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('"apiName": "books"').first().waitFor()
  })

  journey('opens what is inside an object, and remembers the scheme that is chosen', async () => {
    const visitor = await fixture.visit()
    const page = await open(visitor, 'listManagedEntries')
    await page.getByRole('button', { name: 'Show the keys of list' }).click()
    await page.getByRole('button', { name: 'Show the keys of schedule' }).click()
    await page.locator('.field-name', { hasText: 'publishAt' }).first().waitFor()
    await expectAccessible(visitor, '.endpoint-details')
    await page.getByRole('button', { name: 'Show in dark colours' }).click()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  })
})

describe('the page', () => {
  test('allows no inline script or style, and no other host', async () => {
    const { request } = serveWith(await createTestSpace(), { dashboard: await readDashboardPack() })
    const policy = (await request('/docs')).headers.get('Content-Security-Policy')
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })
})

/** Of two colours, as WCAG defines it. */
function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [one, other].map(luminanceOf).toSorted((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminanceOf(color: string): number {
  const [red, green, blue] = color.match(/[\d.]+/g)!.map(part => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
