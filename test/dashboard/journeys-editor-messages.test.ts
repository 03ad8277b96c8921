// Journeys with messages that come and go in the form of an entry: none is stale, and none moves what is being clicked.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { articleFields, awaitStatus, openEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('a message in the form of an entry', (fixture, journey) => {
  const visit = async (id: string, data: object) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    const model = { apiName: 'articles', name: 'Articles', slugFrom: 'title', fields: articleFields }
    await manageAs(page, 'POST', '/collections', model)
    await manageAs(page, 'POST', '/entries', { collection: 'articles', id, slug: id, data })
    await openEntry(visitor, 'articles', id)
    return visitor
  }

  journey(
    'goes as soon as what it is about is right, and is never beside a field that is saved',
    async () => {
      const { page } = await visit('stale', { title: 'Stale', score: -1 })
      const score = page.getByLabel('Score')
      const error = page.locator('.form-messages', { hasText: 'Score must be at least 0.' })
      await error.waitFor()
      await score.fill('3')
      // The focus is still in the field.
      await error.waitFor({ state: 'detached' })
      expect(await score.getAttribute('aria-invalid')).not.toBe('true')
      await awaitStatus(page, savedAt)
      // Another one comes on leaving the field only.
      await score.fill('-2')
      await awaitStatus(page, savedAt)
      expect(await error.count()).toBe(0)
      await page.getByLabel('Summary').focus()
      await error.waitFor()
    },
  )

  journey('moves nothing while the pointer is down, so the click hits what it was meant for', async () => {
    const { page } = await visit('moved', { title: '' })
    const summary = page.getByRole('region', { name: 'Before this can be published' })
    await summary.waitFor()
    const error = page.locator('.form-messages', { hasText: 'Score must be at least 0.' })
    const target = page.getByRole('radio', { name: 'Essay' })
    await target.scrollIntoViewIfNeeded()
    // Leaving the field brings a message, and saving the title takes the summary above the form away. No save ends before the
    // pointer is down.
    const isDown = Promise.withResolvers<void>()
    await page.route('**/api/v1/entries/moved', async route => {
      await isDown.promise
      await route.continue()
    })
    await page.getByLabel('Title', { exact: true }).fill('Moved')
    await page.getByLabel('Score').focus()
    await page.keyboard.type('-6')
    const place = async () => (await target.boundingBox())!
    const before = await place()
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
    await page.mouse.down()
    isDown.resolve()
    await page.waitForFunction(isSaved)
    expect(await place()).toEqual(before)
    expect(await error.count()).toBe(0)
    await page.mouse.up()
    expect(await target.isChecked()).toBe(true)
    await error.waitFor()
    await page.getByLabel('Score').fill('6')
    await summary.waitFor({ state: 'detached' })
  })
})

/** Whether the server has both values, as a page of the same session reads them. */
const isSaved = `fetch('/api/v1/entries/moved', { headers: { 'Frontlist-Space': 'demo' } })
  .then(response => response.json())
  .then(({ doc }) => doc.data.title === 'Moved' && doc.data.score === -6)`
