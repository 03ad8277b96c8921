// Publishing an entry that has a schedule, by keyboard.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('an entry with a schedule', (fixture, journey) => {
  journey(
    'shows it beside its state, and Ctrl+Enter publishes once it is said what becomes of it',
    async () => {
      const { page } = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
      await page.goto('/s/demo')
      const fields = [{ apiName: 'title', type: 'text', name: 'Title' }]
      await manageAs(page, 'POST', '/collections', { apiName: 'keyed', name: 'Keyed', fields })
      const entry = { collection: 'keyed', id: 'keyed', data: { title: 'Keyed' } }
      await manageAs(page, 'POST', '/entries', entry)
      await manageAs(page, 'POST', '/entries/keyed/publish', { draftVersion: 1 })
      await manageAs(page, 'PATCH', '/entries/keyed', { draftVersion: 1, data: { title: 'Keyed again' } })
      const times = { publishAt: '2029-07-02T07:30:00.000Z', unpublishAt: '2029-08-02T07:30:00.000Z' }
      await manageAs(page, 'PUT', '/entries/keyed/schedule', { draftVersion: 2, ...times })
      await page.goto('/s/demo/content/keyed/keyed')
      const bar = page.getByRole('banner')
      await bar.getByText('Changed', { exact: true }).waitFor()
      await bar.getByText(/^Scheduled · /).waitFor()
      await page.getByRole('textbox', { name: 'Title' }).press('Control+Enter')
      const dialog = page.getByRole('dialog')
      await dialog
        .getByText('It is scheduled for 2 Jul 2029, 09:30. Publishing it now cancels that.')
        .waitFor()
      await dialog.getByText('It will still be unpublished on 2 Aug 2029, 09:30').waitFor()
      await dialog.locator('button:focus', { hasText: 'Publish' }).waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByText('“Keyed again” is published.').waitFor()
      await bar.getByText(/^Scheduled · /).waitFor({ state: 'detached' })
      const { doc } = await manageAs(page, 'GET', '/entries/keyed')
      expect(doc).toMatchObject({ state: 'live', schedule: { publishAt: null } })
    },
  )
})
