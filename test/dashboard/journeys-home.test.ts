// The home page: each number whole in its card, and the requests of clients to this space.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserFixture, describeInBrowser, type Visitor } from '../kit/browser.ts'
import { expectAccessible, expectWhole, measureOverhang } from '../kit/page-checks.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'

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

async function expectNoOverhang(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await measureOverhang(page)]).toEqual([width, 0])
  }
}

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
      await fixture.commands.run(['spaces', 'create', 'attic'])
      expect(await readRequests((await open(fixture, 'owner', 'attic')).page)).toBe('0None on this server')
    },
  )

  journey(
    'drafts that wait, what was edited last and failed schedules are listed, with the way there',
    async () => {
      const visitor = await open(fixture, 'owner')
      const { page } = visitor
      const list = (name: string) => page.getByRole('region', { name })
      await list('Edited by you').getByText('You have not edited an entry yet.').waitFor()
      await list('Failed schedules').getByText('No schedule has failed.').waitFor()
      const fields = [
        { apiName: 'title', type: 'text' },
        { apiName: 'sku', type: 'text', unique: true },
      ]
      await manageAs(page, 'POST', '/collections', { apiName: 'notes', name: 'Notes', fields })
      for (const id of ['one', 'two']) {
        const data = { title: `Note ${id} ${'x'.repeat(150)}`, sku: 'same' }
        await manageAs(page, 'POST', '/entries', { collection: 'notes', id, data })
      }
      const publishAt = new Date(Date.now() + 1500).toISOString()
      await manageAs(page, 'PUT', '/entries/two/schedule', { draftVersion: 1, publishAt })
      await manageAs(page, 'POST', '/entries/one/publish', { draftVersion: 1 })
      await until(async () => (await manageAs(page, 'GET', '/schedule?state=failed')).list.length > 0)
      await page.reload()
      await list('Waiting to be published').getByRole('link', { name: 'Note two' }).waitFor()
      await list('Edited by you').getByRole('link', { name: 'Note one' }).waitFor()
      await visitor.settle()
      await expectWhole(visitor, '/s/demo', 'home-work')
      await expectNoOverhang(page)
      await list('Failed schedules').getByRole('link', { name: 'Note two' }).click()
      const note = page.getByRole('alert').filter({ hasText: 'The schedule failed' })
      await note.getByText('Correct the draft, then publish it or schedule it again.').waitFor()
      await expectAccessible(visitor)
      await expectNoOverhang(page)
      const remove = 'Remove the failed schedule'
      await note.getByRole('button', { name: remove }).click()
      await page.getByRole('dialog').getByRole('button', { name: remove }).click()
      await note.waitFor({ state: 'detached' })
      await page.goto('/s/demo')
      await list('Failed schedules').getByText('No schedule has failed.').waitFor()
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
