// What is on this device alone is found again, and a browser that keeps nothing is not said to keep.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { articleFields, awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

const noNetwork = /^net::ERR_INTERNET_DISCONNECTED: /

/**
 * Closes a page without a network, and opens another beside it. A closed page is connected again before its last request
 * is given up: that one must not begin.
 */
async function closeUnsent(page: Page): Promise<Page> {
  await page.evaluate("window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
  const next = await page.context().newPage()
  await page.close()
  return next
}

describeInBrowser('what is on this device alone', (fixture, journey) => {
  const open = async (email: string, collection: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser(email, 'owner') })
    await visitor.page.goto('/s/demo')
    const model = { apiName: collection, name: 'Articles', slugFrom: 'title', fields: articleFields }
    await manageAs(visitor.page, 'POST', '/collections', model)
    return visitor
  }
  const create = (page: Page, collection: string, id: string) =>
    manageAs(page, 'POST', '/entries', { collection, id, slug: id, data: { title: 'Tide' } })

  journey(
    'a new entry that was written without a network is on the home page, and is sent there',
    async () => {
      const visitor = await open('ada@example.com', 'fresh')
      const { page } = visitor
      visitor.expects(noNetwork, '404 GET /api/v1/entries/offline')
      await openEntry(visitor, 'fresh', 'offline?new')
      await page.context().setOffline(true)
      await page.getByLabel('Title').fill('Written at sea')
      await awaitStatus(page, 'Offline: kept on this device')
      const next = await closeUnsent(page)
      await page.context().setOffline(false)
      await next.goto('/s/demo')
      const card = next.getByRole('region', { name: 'Not saved yet' })
      await card.getByText('Articles, new').waitFor()
      await card.getByRole('link', { name: 'Written at sea' }).click()
      await awaitStatus(next, savedAt)
      expect((await readEntry(next, 'offline')).data.title).toBe('Written at sea')
      // The device forgets what was saved in a transaction that the page does not wait for.
      await until(async () => {
        await next.goto('/s/demo')
        await next.getByRole('region', { name: 'Continue editing' }).getByText('Written at sea').waitFor()
        return (await card.count()) === 0
      })
    },
  )

  journey('what was typed into an entry that is deleted can be copied, and discarded', async () => {
    const visitor = await open('mira@example.com', 'deleted')
    const { page } = visitor
    await create(page, 'deleted', 'gone')
    visitor.expects(noNetwork, '404 GET /api/v1/entries/gone')
    await openEntry(visitor, 'deleted', 'gone')
    await page.context().setOffline(true)
    await page.getByLabel('Summary').fill('The storms of 1911')
    await awaitStatus(page, 'Offline: kept on this device')
    const next = await closeUnsent(page)
    await page.context().setOffline(false)
    await next.goto('/s/demo')
    const card = next.getByRole('region', { name: 'Not saved yet' })
    await card.getByRole('link', { name: 'Tide', exact: true }).waitFor()
    await manageAs(next, 'POST', '/entries/gone/archive', { draftVersion: 1 })
    await manageAs(next, 'DELETE', '/entries/gone?draftVersion=1')
    await next.goto('/s/demo/content/deleted/gone')
    await next.getByRole('heading', { name: 'What you typed is still on this device' }).waitFor()
    await next.getByText('The storms of 1911').waitFor()
    await expectAccessible({ ...visitor, page: next, settle: () => next.waitForLoadState('networkidle') })
    await next.getByRole('button', { name: 'Discard this text' }).click()
    await next.getByText('The storms of 1911').waitFor({ state: 'detached' })
    await next.getByRole('heading', { name: 'Entry not found' }).waitFor()
  })

  journey('an entry that is deleted while it is open is said to be, with what was typed', async () => {
    const visitor = await open('noa@example.com', 'removed')
    const { page } = visitor
    await create(page, 'removed', 'away')
    visitor.expects(/^404 (?:PATCH|GET) \/api\/v1\/entries\/away/)
    await openEntry(visitor, 'removed', 'away')
    await manageAs(page, 'POST', '/entries/away/archive', { draftVersion: 1 })
    await manageAs(page, 'DELETE', '/entries/away?draftVersion=1')
    await page.getByLabel('Summary').fill('Too late')
    await page.getByRole('heading', { name: 'What you typed is still on this device' }).waitFor()
    await page.getByText('Too late').waitFor()
    await page.getByRole('button', { name: 'Discard this text' }).click()
    await page.getByText('Too late').waitFor({ state: 'detached' })
  })

  journey('an entry that is deleted while it is open, and not changed, is said to be gone', async () => {
    const visitor = await open('ole@example.com', 'watched')
    const { page } = visitor
    await create(page, 'watched', 'seen')
    visitor.expects(/^404 GET \/api\/v1\/entries\/seen/)
    await openEntry(visitor, 'watched', 'seen')
    await manageAs(page, 'POST', '/entries/seen/archive', { draftVersion: 1 })
    await manageAs(page, 'DELETE', '/entries/seen?draftVersion=1')
    await page.getByRole('heading', { name: 'Entry not found' }).waitFor()
  })

  journey(
    'where the browser keeps nothing, that is said, and leaving the page asks, by Back too',
    async () => {
      const visitor = await open('eve@example.com', 'nothing')
      const { page } = visitor
      await create(page, 'nothing', 'one')
      visitor.expects(noNetwork)
      await page.addInitScript(
        'Object.defineProperty(window, "indexedDB", { get() { throw new Error("no") } })',
      )
      await page.goto('/s/demo/content/nothing')
      await page.getByRole('rowheader').getByRole('link').click()
      await page.getByLabel('Summary').waitFor()
      await page.context().setOffline(true)
      await page.getByLabel('Summary').fill('Offline')
      await awaitStatus(page, 'Offline, and this browser cannot keep your changes: stay on this page')
      const asked: string[] = []
      page.on('dialog', dialog => {
        asked.push(dialog.message())
        return dialog.dismiss()
      })
      await page.getByRole('link', { name: 'Schedule' }).click()
      const warning = 'This browser cannot keep your changes. Leave the page and lose what is not saved?'
      expect(asked).toEqual([warning])
      const address = page.url()
      await page.evaluate('history.back()')
      // The address goes back first, and returns when the question is answered.
      await until(async () => asked.length === 2 && page.url() === address)
      expect(asked[1]).toBe(warning)
      expect(await page.getByLabel('Summary').inputValue()).toBe('Offline')
      await page.context().setOffline(false)
      await awaitStatus(page, savedAt)
      await page.getByRole('link', { name: 'Schedule' }).click()
      await page.waitForURL('**/s/demo/schedule')
      // What is saved is not asked about: Back leads to the entry, and from there to where one was before.
      await page.goBack()
      await page.waitForURL('**/content/nothing/one')
      await page.getByLabel('Summary').waitFor()
      await page.goBack()
      await page.waitForURL('**/content/nothing')
      expect(asked).toHaveLength(2)
    },
  )
})
