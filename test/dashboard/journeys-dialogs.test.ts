// Dialogs with a form: a slip beside them costs nobody what they typed.
import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { openInputs } from './inputs-page.ts'

/** Where nothing but what is behind the dialog can be clicked. */
const clickOutside = (page: Page) => page.mouse.click(4, 4)

/** The button that opens each, and what leads to its first text. */
const dialogs = [
  { path: 'model/books', button: 'Add a field', kind: 'Text', label: 'Name' },
  { path: 'model/books', button: 'Edit Price', label: 'Name' },
  { path: 'model', button: 'Add a collection', label: 'Name' },
  { path: 'variants', button: 'Add a variant', label: 'Name' },
  { path: 'settings/members', button: 'Invite', label: 'E-mail' },
  { path: 'settings/api-keys', button: 'Create API key', label: 'Name' },
] as const

async function expectGone(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: 'detached' })
}

describeInBrowser('a dialog with a form', (fixture, journey) => {
  journey('is closed by a click outside and by Escape only while nothing was typed in it', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    for (const { path, button, label, ...steps } of dialogs) {
      await page.goto(`/s/demo/${path}`)
      await visitor.settle()
      const open = async () => {
        await page.getByRole('button', { name: button, exact: true }).first().click()
        if ('kind' in steps) await dialog.getByRole('button', { name: steps.kind }).first().click()
        return dialog.getByRole('textbox', { name: label, exact: true })
      }
      const before = await (await open()).inputValue()
      await page.keyboard.press('Escape')
      await expectGone(dialog)
      await open()
      await clickOutside(page)
      await expectGone(dialog)

      const input = await open()
      await input.fill('Tides')
      await clickOutside(page)
      await page.keyboard.press('Escape')
      await visitor.settle()
      expect([button, await dialog.isVisible()]).toEqual([button, true])
      expect(await input.inputValue()).toBe('Tides')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expectGone(dialog)
      // What was typed is gone, and so is its protection.
      expect([button, await (await open()).inputValue()]).toEqual([button, before])
      await page.keyboard.press('Escape')
      await expectGone(dialog)
    }
  })

  journey('is closed by Escape again where another form took the place of the one typed in', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/model/books')
    await visitor.settle()
    await page.getByRole('button', { name: 'Add a field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Text' }).first().click()
    await dialog.getByLabel('Name', { exact: true }).fill('Tides')
    await dialog.getByRole('button', { name: 'Another kind' }).click()
    await page.keyboard.press('Escape')
    await expectGone(dialog)
  })

  journey('keeps a link that is being typed, and is closed at once by the button in its corner', async () => {
    const body = { apiName: 'body', name: 'Body', type: 'richText', format: 'portableText' } as const
    const { page, visitor } = await openInputs(fixture, [{ field: body, value: null }])
    await page.getByRole('button', { name: 'Link' }).click()
    const dialog = page.getByRole('dialog')
    const address = dialog.getByRole('textbox', { name: 'Address' })
    await address.fill('harbour.example')
    await clickOutside(page)
    await page.keyboard.press('Escape')
    await visitor.settle()
    expect(await dialog.isVisible()).toBe(true)
    expect(await address.inputValue()).toBe('harbour.example')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(dialog)
  })
})
