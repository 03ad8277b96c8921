// Nothing typed into an entry is lost: slow and refused requests, no network, a closed tab, an ended session.
import { expect } from 'bun:test'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { articleFields, awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('trouble while writing', (fixture, journey) => {
  const write = async (id: string, email = 'ada@example.com') => {
    const person = await fixture.createUser(email, 'owner')
    const visitor = await fixture.visit({ as: person })
    const { page } = visitor
    await page.goto('/s/demo')
    await manageAs(page, 'POST', '/collections', {
      ...{ apiName: 'articles', name: 'Articles', slugFrom: 'title', fields: articleFields },
    })
    await manageAs(page, 'POST', '/entries', {
      collection: 'articles',
      id,
      slug: id,
      data: { title: 'Tide' },
    })
    await openEntry(visitor, 'articles', id)
    return { visitor, page, person }
  }
  /** Answers saves in the place of the server until it is called again. */
  const intercept = async ({ page }: Visitor, id: string, answer: 'slow' | 503 | 'cut') => {
    await page.route(`**/api/v1/entries/${id}`, async route => {
      if (route.request().method() !== 'PATCH') return route.continue()
      if (answer === 'cut') return route.abort('connectionrefused')
      if (answer === 'slow') {
        await Bun.sleep(2000)
        return route.continue()
      }
      const problem = { status: 503, code: 'overloaded', detail: 'The server is overloaded.' }
      return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: problem })
    })
    return () => page.unroute(`**/api/v1/entries/${id}`)
  }

  journey('a slow save and a 503 lose nothing, and need no click', async () => {
    const { visitor, page } = await write('slow')
    const restore = await intercept(visitor, 'slow', 'slow')
    await page.getByLabel('Title').fill('Tides')
    await page.getByLabel('Summary').fill('Storms')
    await awaitStatus(page, 'Saving…')
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'slow')).data).toMatchObject({ title: 'Tides', summary: 'Storms' })
    expect(await page.getByLabel('Title').inputValue()).toBe('Tides')
    await restore()

    visitor.expects('503 PATCH /api/v1/entries/slow')
    const again = await intercept(visitor, 'slow', 503)
    await page.getByLabel('Title').fill('Tides of 1911')
    await awaitStatus(page, 'Not saved: The server is overloaded.')
    await page.getByRole('status').filter({ hasText: 'Not saved' }).waitFor({ state: 'attached' })
    await expectAccessible(visitor)
    await again()
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'slow')).data.title).toBe('Tides of 1911')
  })

  journey('without a network it stays on the device, over a reload too, and is sent afterwards', async () => {
    const { visitor, page } = await write('offline')
    visitor.expects(/^net::ERR_INTERNET_DISCONNECTED: /)
    await page.context().setOffline(true)
    await page.getByLabel('Title').fill('Written offline')
    await awaitStatus(page, 'Offline: kept on this device')
    await page.reload().catch(() => undefined)
    await page.context().setOffline(false)
    await openEntry(visitor, 'articles', 'offline')
    expect(await page.getByLabel('Title').inputValue()).toBe('Written offline')
    await page.locator('.save-status[data-kind="saved"], .save-status[data-kind="idle"]').waitFor()
    expect((await readEntry(page, 'offline')).data.title).toBe('Written offline')

    await page.context().setOffline(true)
    await page.getByLabel('Summary').fill('Also offline')
    await awaitStatus(page, 'Offline: kept on this device')
    await page.context().setOffline(false)
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'offline')).data.summary).toBe('Also offline')
  })

  journey('signing out asks where something is unsent, and nobody is signed out by a no', async () => {
    const { visitor, page } = await write('unsent', 'ida@example.com')
    visitor.expects(/^net::ERR_CONNECTION_REFUSED: /)
    await intercept(visitor, 'unsent', 'cut')
    await page.getByLabel('Title').fill('Unsent')
    await awaitStatus(page, 'Offline: kept on this device')
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.message())
      return asked.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    for (const times of [1, 2]) {
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      while (asked.length < times) await Bun.sleep(30)
      if (times === 1) expect(await page.getByLabel('Title').inputValue()).toBe('Unsent')
    }
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(asked[0]).toStartWith('One entry has changes that are not saved.')
  })

  journey('a tab that is closed at once has saved, or shows it again', async () => {
    const { visitor, page } = await write('closed')
    await page.getByLabel('Title').fill('Closed at once')
    const next = await page.context().newPage()
    await page.close()
    await next.goto('/s/demo/content/articles/closed')
    await next.locator('h1', { hasText: 'Closed at once' }).waitFor()
    await next.locator('.save-status[data-kind="saved"], .save-status[data-kind="idle"]').waitFor()
    expect((await readEntry(next, 'closed')).data.title).toBe('Closed at once')
    expect(visitor).toBeDefined()
  })

  journey('a new entry that was left before its first save is there when one comes back to it', async () => {
    const { page } = await write('left')
    await page.goto('/s/demo/content/articles')
    await page.getByRole('link', { name: /^New/ }).first().click()
    await page.route('**/api/v1/entries', async route => {
      if (route.request().method() === 'POST') await Bun.sleep(500)
      await route.continue()
    })
    await page.getByLabel('Title').fill('Left at once')
    await page.goBack()
    await page.getByRole('rowheader', { name: 'Left at once' }).waitFor()
    await page.goForward()
    await page.locator('h1', { hasText: 'Left at once' }).waitFor()
    await page.getByLabel('Summary').fill('And come back to')
    await awaitStatus(page, savedAt)
  })

  journey('a session that ends is renewed in a dialog; another user gets nothing of it', async () => {
    const { visitor, page, person } = await write('ended', 'eve@example.com')
    const other = await fixture.createUser('mallory@example.com', 'owner')
    // A save, or the question for changes of others, whichever comes first, or both.
    visitor.expects(/^401 (?:PATCH \/api\/v1\/entries\/ended|GET \/api\/v1\/entries\/ended\/changes)$/)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    const sign = async ({ email, password }: typeof person) => {
      await dialog.getByLabel('E-mail').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.context().clearCookies()
    await page.getByLabel('Title').fill('After the end')
    await dialog.waitFor()
    await expectAccessible(visitor)
    await sign(person)
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, 'ended')).data.title).toBe('After the end')

    await page.context().clearCookies()
    await page.getByLabel('Title').fill('Never for others')
    await dialog.waitFor()
    await sign(other)
    await page.getByRole('heading', { name: 'After the end', level: 1 }).waitFor()
    await visitor.settle()
    expect(await page.getByLabel('Title').inputValue()).toBe('After the end')
    expect((await readEntry(page, 'ended')).data.title).toBe('After the end')
  })
})
