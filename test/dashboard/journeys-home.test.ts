// The home page: what the user edited, what waits, what is scheduled or failed, and the requests of clients.
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type BrowserFixture, describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus, expectWhole, measureOverhang } from '../kit/browser/page-checks.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'

async function open(
  fixture: BrowserFixture,
  role: 'owner' | 'admin' | 'member',
  space = 'demo',
): Promise<Visitor> {
  const person = await fixture.createUser(`${role}.of.${space}@example.com`, role, space)
  const visitor = await fixture.visit({ as: person })
  await visitor.page.goto('/')
  await visitor.settle()
  return visitor
}

/** The requests of the last hour, and how many came from the cache. */
async function readRequests(page: Page): Promise<readonly (string | null)[]> {
  const card = page.getByRole('region', { name: 'Delivery' })
  const read = (name: string) => card.locator(`dt:has-text("${name}") + dd`).textContent()
  return [await read('Requests, last hour'), await read('Cache hit rate')]
}

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

  journey(
    'the requests of clients are shown with their cache hit rate, in their own space only',
    async () => {
      const visitor = await open(fixture, 'owner')
      await visitor.page.getByRole('heading', { name: /^Good \w+, Owner$|^Good \w+$/, level: 1 }).waitFor()
      expect(await readRequests(visitor.page)).toEqual(['0', '–'])
      for (let turn = 0; turn < 4; turn++) await send('books/tide-tables')
      expect(await readRequests((await open(fixture, 'member')).page)).toEqual(['4', '75 %'])
      await fixture.commands.run(['spaces', 'create', 'attic'])
      const file = join(makeFolder(), 'attic.ndjson')
      await Bun.write(file, '{"type":"collection","apiName":"books","name":"Books","fields":[]}\n')
      expect((await fixture.commands.run(['import', file, '--space', 'attic'])).exitCode).toBe(0)
      expect(await readRequests((await open(fixture, 'owner', 'attic')).page)).toEqual(['0', '–'])
    },
  )

  journey(
    'what was edited last, waits, is scheduled or has failed is listed, with the way to exactly that',
    async () => {
      const visitor = await open(fixture, 'owner')
      const { page } = visitor
      const card = (name: string) => page.getByRole('region', { name })
      await card('Continue editing').getByText('You have not edited an entry yet.').waitFor()
      await card('Schedule').getByText('Nothing is scheduled.').waitFor()
      const fields = [
        { apiName: 'title', type: 'text' },
        { apiName: 'sku', type: 'text', unique: true },
      ]
      await manageAs(page, 'POST', '/collections', { apiName: 'notes', name: 'Notes', fields })
      for (const id of ['one', 'two', 'three']) {
        const data = { title: `Note ${id} ${'x'.repeat(150)}`, sku: id === 'three' ? 'other' : 'same' }
        await manageAs(page, 'POST', '/entries', { collection: 'notes', id, data })
      }
      const publishAt = new Date(Date.now() + 1500).toISOString()
      await manageAs(page, 'PUT', '/entries/two/schedule', { draftVersion: 1, publishAt })
      await manageAs(page, 'POST', '/entries/one/publish', { draftVersion: 1 })
      const unpublishAt = new Date(Date.now() + 86_400_000).toISOString()
      await manageAs(page, 'PUT', '/entries/three/schedule', { draftVersion: 1, publishAt: unpublishAt })
      await until(async () => (await manageAs(page, 'GET', '/schedule?state=failed')).list.length > 0)
      await page.reload()
      await card('Continue editing').getByRole('link', { name: 'Note one' }).waitFor()
      await card('Schedule').getByText('must be unique').waitFor()
      await card('Schedule')
        .getByText(/goes live \w+day \d\d:\d\d/)
        .waitFor()
      await card('Schedule').getByText('Times in Europe/Oslo').waitFor()
      await visitor.settle()
      await expectWhole(visitor, '/s/demo', 'home-work')
      await expectNoOverhang(page)
      // What stands between two names is on the line of the one before it.
      const separators = await page.evaluate<boolean[]>(`[...document.querySelectorAll('.card-about a')]
        .filter(link => link.nextSibling)
        .map(link => {
          const range = document.createRange()
          range.selectNode(link.nextSibling)
          return range.getBoundingClientRect().top < link.getBoundingClientRect().bottom
        })`)
      expect([separators.length > 3, separators.every(Boolean)]).toEqual([true, true])
      await page.setViewportSize({ width: 1280, height: 800 })
      const waiting = card('Ready to publish')
      await waiting.getByText(/drafts are not published yet/).waitFor()
      await waiting
        .getByText(/by you and an import/)
        .first()
        .waitFor()
      await waiting.getByRole('link', { name: 'Notes 2' }).click()
      await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor()
      expect(new URL(page.url()).search).toBe('?state=draft')
      await page.goBack()
      await card('Schedule').getByRole('link', { name: 'Note two' }).click()
      await page.getByRole('heading', { name: 'Note two', level: 1 }).waitFor()
    },
  )

  journey('“New” begins an entry of the collection that is chosen, by keyboard alone', async () => {
    const { page } = await open(fixture, 'owner')
    await page.getByRole('button', { name: 'New', exact: true }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Book', exact: true })
    await item.waitFor()
    expect(await item.getAttribute('href')).toMatch(/^\/s\/demo\/content\/books\/[0-9A-Za-z]{20}\?new$/)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expectFocus(page, 'textContent', 'New')
  })

  journey('of many collections, all are offered and named', async () => {
    await fixture.commands.run(['spaces', 'create', 'crowd'])
    const numbers = Array.from({ length: 55 }, (_, index) => String(index + 1).padStart(2, '0'))
    const lines = numbers.map(number => ({
      ...{ type: 'collection', apiName: `zone${number}`, name: `Zone ${number}` },
      fields: [{ apiName: 'title', type: 'text' }],
    }))
    const entry = { type: 'entry', collection: 'zone55', id: 'last', slug: 'last', data: { title: 'Last' } }
    const file = join(makeFolder(), 'crowd.ndjson')
    await Bun.write(file, [...lines, entry].map(line => JSON.stringify(line)).join('\n'))
    expect((await fixture.commands.run(['import', file, '--space', 'crowd'])).exitCode).toBe(0)
    const { page } = await open(fixture, 'owner', 'crowd')
    await page
      .getByRole('region', { name: 'Ready to publish' })
      .getByRole('link', { name: 'Zone 55 1' })
      .waitFor()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const item = page.getByRole('menuitem', { name: 'Zone 55' })
    await item.click()
    await page.waitForURL(/\/s\/crowd\/content\/zone55\//)
  })

  journey('a space without entries is not said to be published', async () => {
    await fixture.commands.run(['spaces', 'create', 'loft'])
    const { page } = await open(fixture, 'owner', 'loft')
    const fields = [{ apiName: 'title', type: 'text' }]
    await manageAs(page, 'POST', '/collections', { apiName: 'notes', name: 'Notes', fields }, 'loft')
    await page.reload()
    const waiting = page.getByRole('region', { name: 'Ready to publish' })
    await waiting.getByText('There are no entries yet.').waitFor()
    expect(await waiting.getByText('Everything is published.').count()).toBe(0)
    const data = { title: 'One' }
    await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'one', data }, 'loft')
    await manageAs(page, 'POST', '/entries/one/publish', { draftVersion: 1 }, 'loft')
    await page.reload()
    await waiting.getByText('Everything is published.').waitFor()
  })

  journey('an empty space leads on, and says how to import, however the server was installed', async () => {
    await fixture.commands.run(['spaces', 'create', 'cellar'])
    const visitor = await open(fixture, 'owner', 'cellar')
    await expectWhole(visitor, '/s/cellar', 'home-empty')
    await expectNoOverhang(visitor.page)
    expect(await visitor.page.getByRole('main').getByText('Add a collection').count()).toBe(1)
    await visitor.page.getByRole('link', { name: 'Import' }).click()
    await visitor.page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
    await visitor.page.getByText('frontlist import FILE --space cellar', { exact: true }).waitFor()
    await visitor.page.getByText('npm run -s frontlist --', { exact: true }).waitFor()
    await visitor.page.getByText('docker exec CONTAINER', { exact: true }).waitFor()
    await visitor.page.getByRole('main').getByRole('link', { name: 'Add a collection' }).click()
    await visitor.page.getByRole('dialog', { name: 'Add a collection' }).getByLabel('API name').waitFor()
    await visitor.page.goto('/s/cellar')
    await visitor.page.getByRole('link', { name: 'Create API key' }).first().click()
    await visitor.page.getByRole('dialog').getByLabel('Name').waitFor()
    await expectAccessible(visitor)
  })
})
