// Leaving a page that has something to lose.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/** Closes the tab as a person does; whether the browser asked first. It stays open where it did. */
export async function tryToLeave(page: Page): Promise<boolean> {
  const sent = page.waitForEvent('dialog').then(async dialog => {
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    return true
  })
  const closed = page.waitForEvent('close').then(() => false)
  // One of the two never happens.
  for (const event of [sent, closed]) event.catch(() => {})
  await page.close({ runBeforeUnload: true })
  return Promise.race([sent, closed])
}
