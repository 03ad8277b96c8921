// The home page: each number whole in its card, and the requests of clients to this space.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserFixture, describeInBrowser, type Visitor } from '../kit/browser.ts'
import { expectWhole } from '../kit/page-checks.ts'

async function open(
  fixture: BrowserFixture,
  role: 'owner' | 'admin' | 'member',
  space = 'demo',
): Promise<Visitor> {
  const person = await fixture.createUser(`${role}-of-${space}@example.com`, role, space)
  const visitor = await fixture.visit({ as: person })
  await visitor.page.goto('/')
  await visitor.settle()
  return visitor
}

/** The figure of the card, and the line below it. */
async function readRequests(page: Page): Promise<string> {
  const card = page.getByRole('region', { name: 'Requests, last hour' })
  return ((await card.textContent()) ?? '').replace('Requests, last hour', '')
}

/** The names of those numbers whose card is too small for its content. */
const findCramped = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('[aria-labelledby="numbers"] section')].filter(card => {
    const end = card.getBoundingClientRect().bottom - parseFloat(getComputedStyle(card).paddingBottom)
    return [...card.children].some(child => child.getBoundingClientRect().bottom > end)
  }).map(card => card.getAttribute('aria-label'))`)

describeInBrowser('home', (fixture, journey) => {
  const send = async (path: string) => {
    const headers = { Authorization: `Bearer ${fixture.key}` }
    await (await fetch(`${fixture.url}/api/v1/public/content/${path}`, { headers })).arrayBuffer()
  }

  journey('each number fits into its card, where its name takes two lines too', async () => {
    const { page } = await open(fixture, 'owner')
    for (const width of [360, 800, 1100, 1400]) {
      await page.setViewportSize({ width, height: 800 })
      expect({ width, cramped: await findCramped(page) }).toEqual({ width, cramped: [] })
    }
    expect(await page.locator('[aria-labelledby="numbers"] section').count()).toBe(5)
  })

  journey(
    'the requests of clients are shown with their cache hit rate, in their own space only',
    async () => {
      expect(await readRequests((await open(fixture, 'owner')).page)).toBe('0None on this server')
      for (let turn = 0; turn < 4; turn++) await send('books/tide-tables')
      const visitor = await open(fixture, 'member')
      expect(await readRequests(visitor.page)).toBe('4Cache hit rate on this server: 75 %')
      await expectWhole(visitor, '/s/demo', 'home-asked')
      await fixture.commands.run(['spaces', 'create', 'attic'])
      expect(await readRequests((await open(fixture, 'owner', 'attic')).page)).toBe('0None on this server')
    },
  )

  journey('an empty space says how to import, however the server was installed', async () => {
    await fixture.commands.run(['spaces', 'create', 'cellar'])
    const visitor = await open(fixture, 'owner', 'cellar')
    await expectWhole(visitor, '/s/cellar', 'home-empty')
    for (const path of ['/s/cellar', '/s/cellar/content']) {
      await visitor.page.goto(path)
      await visitor.page.getByText('frontlist import FILE --space cellar', { exact: true }).waitFor()
      await visitor.page.getByText('npm run -s frontlist --', { exact: true }).waitFor()
      await visitor.page.getByText('docker exec CONTAINER', { exact: true }).waitFor()
    }
  })
})
