// An error's `type` is the address of a page that a browser shows at the right place.
import { expect, test } from 'bun:test'
import { errorTable } from '../../src/base/error-table.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectWhole, measureOverhang } from '../kit/browser/page-checks.ts'

test.each([
  ['the server that was asked', null, 'http://localhost'],
  ['PUBLIC_URL', 'https://content.example.com', 'https://content.example.com'],
])('the type of every kind of error has the origin of %s', async (_, publicUrl, origin) => {
  const { request } = serveWith(await createTestSpace(), { publicUrl })
  const paths = ['/nothing', '/api/v1/public/content/books', '/api/nothing', `/${'x'.repeat(9000)}`]
  for (const path of paths) {
    const { type, code } = readProblem(await readResponse(await request(path)))
    expect(type).toBe(`${origin}/docs/errors#${code}`)
  }
})

test('every error code has a section of its name, and each name occurs once', async () => {
  const { request } = await createTestSpace()
  const html = await (await request('/docs/errors')).text()
  const ids = [...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(Object.keys(errorTable))
})

describeInBrowser('the page of errors', (fixture, journey) => {
  journey('is accessible and fits at each width and in each scheme', async () => {
    await expectWhole(await fixture.visit(), '/docs/errors', 'errors')
  })

  journey('does not scroll sideways at 320 px', async () => {
    const { page } = await fixture.visit()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/docs/errors')
    expect(await measureOverhang(page)).toBe(0)
  })

  journey('opens at the section that the type of an error names', async () => {
    const { type } = (await (await fetch(`${fixture.url}/api/v1/public/content/books`)).json()) as {
      type: string
    }
    const { page } = await fixture.visit()
    await page.goto(type)
    const section = page.locator('section:target')
    expect(await section.locator('h2').textContent()).toBe('api_key_missing')
    const top = await section.evaluate(
      element => (element as { getBoundingClientRect(): { top: number } }).getBoundingClientRect().top,
    )
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(100)
  })
})
