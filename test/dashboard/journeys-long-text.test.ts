// Journeys through a rich text that is longer than the window.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { openEntry } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

describeInBrowser('a long rich text', (fixture, journey) => {
  journey('keeps its toolbar in sight while one scrolls through it, on a phone too', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'body', type: 'richText', name: 'Body', format: 'portableText' },
      { apiName: 'notes', type: 'text', name: 'Notes', multiline: true },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'scrolls', name: 'Scrolls', fields })
    const line = (at: number) => ({
      _type: 'block',
      children: [{ _type: 'span', text: `Line ${at} of the log of the harbour, written down by hand.` }],
    })
    const data = { title: 'Long', body: Array.from({ length: 120 }, (_, at) => line(at)) }
    await manageAs(page, 'POST', '/entries', { collection: 'scrolls', id: 'long', data })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await openEntry(visitor, 'scrolls', 'long')
      const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
      await page.getByText('Line 60 of').evaluate(line => line.scrollIntoView({ block: 'center' }))
      const isOnTop = () =>
        page.getByRole('button', { name: 'Bold' }).evaluate(button => {
          const { left, top, width, height } = button.getBoundingClientRect()
          const found = button.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
          return found !== null && button.contains(found)
        })
      expect([width, await isOnTop()]).toEqual([width, true])
      // What is above it in the window is covered by nothing: the state of saving stays in sight.
      if (width === 390) {
        const bar = (await page.locator('.entry-bar').boundingBox())!
        expect((await toolbar.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1)
      }
      // It does not follow beyond its text.
      await page.getByRole('textbox', { name: 'Notes' }).scrollIntoViewIfNeeded()
      const end = (await page.locator('.rich-text').boundingBox())!
      const tools = (await toolbar.boundingBox())!
      expect(tools.y + tools.height).toBeLessThanOrEqual(end.y + end.height)
    }
  })
})
