// The saved views of a list: saving, choosing, sharing, changing and deleting them, by mouse and by keyboard.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { manageAs } from './manage-as.ts'

/** Returns a function that waits until the open dialog is gone, and returns all titles that it had. */
async function watchTitles(page: Page): Promise<() => Promise<readonly string[]>> {
  // Otherwise dialogs disappear at once.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(`(() => {
    const seen = (window.seenTitles = new Set())
    const note = () => {
      for (const title of document.querySelectorAll('[role=dialog] h2')) seen.add(title.textContent)
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })()`)
  return async () => {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    return page.evaluate<string[]>('[...window.seenTitles]')
  }
}

describeInBrowser('a view of a list', (fixture, journey) => {
  journey('is saved with the list, chosen again, changed, shared with others, and deleted', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo/content/books')
    await visitor.settle()
    await page.getByRole('link', { name: /^Published / }).click()
    await page.getByLabel('Sort by').selectOption('title')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this list as a view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Published by title')
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const menu = page.getByRole('button', { name: 'View: Published by title' })
    await menu.waitFor()
    const { search } = new URL(page.url())
    expect(search).toMatch(/^\?state=live&view=\w+&sort=title$/)

    await menu.click()
    await page.getByRole('menuitemradio', { name: 'All entries' }).click()
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('menuitemradio', { name: 'Published by title' }).click()
    await menu.waitFor()
    expect(new URL(page.url()).search).toBe(search)
    // Choosing a view is a step, so Back leads to the list before it.
    await page.goBack()
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
    await page.goForward()

    await page.getByLabel('Sort by').selectOption('-title')
    await menu.click()
    await expectAccessible(visitor)
    await page.getByRole('menuitem', { name: 'Save the changes to this view' }).click()
    await page.getByText('The view “Published by title” is saved.').waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Live books')
    await dialog.getByRole('switch', { name: 'Share with everyone in this space' }).check()
    const titlesUntilClosed = await watchTitles(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'View: Live books' }).waitFor()
    expect(await titlesUntilClosed()).toEqual(['Rename or share the view'])

    const member = await fixture.visit({ as: await fixture.createUser('mel@example.com', 'member') })
    await member.page.goto('/s/demo/content/books')
    await member.page.getByRole('button', { name: 'Views' }).click()
    await member.page.getByRole('menuitemradio', { name: 'Live books' }).click()
    await member.page.getByRole('button', { name: 'View: Live books' }).click()
    await member.page.getByRole('menuitem', { name: 'Save this list as a view' }).waitFor()
    expect(await member.page.getByRole('menuitem', { name: 'Delete this view' }).count()).toBe(0)
    expect(new URL(member.page.url()).search).toContain('sort=-title')

    await page.getByRole('button', { name: 'View: Live books' }).click()
    await page.getByRole('menuitem', { name: 'Delete this view' }).click()
    await dialog.getByText('It disappears for everyone in this space.').waitFor()
    const titlesUntilDeleted = await watchTitles(page)
    await dialog.getByRole('button', { name: 'Delete the view' }).click()
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
    expect(await titlesUntilDeleted()).toEqual(['Delete the view “Live books”'])
    expect(new URL(page.url()).search).toBe('?state=live&sort=-title')
  })

  journey('is saved and chosen by keyboard on a phone, and names the fields that are gone', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/s/demo/content')
    const field = { apiName: 'title', type: 'text' }
    await manageAs(page, 'POST', '/collections', {
      apiName: 'shells',
      name: 'Shells',
      fields: [field, { apiName: 'weight', type: 'number' }],
    })
    await manageAs(page, 'POST', '/entries', { collection: 'shells', id: 's', data: { title: 'Whelk' } })
    await manageAs(page, 'POST', '/views', {
      collection: 'shells',
      name: 'Heavy',
      columns: ['data.weight', 'state'],
    })
    await manageAs(page, 'POST', '/collections/shells/changes', {
      modelVersion: 1,
      operations: [{ op: 'removeField', field: 'weight' }],
    })
    await page.goto('/s/demo/content/shells')
    await visitor.settle()
    const button = page.getByRole('button', { name: 'Views' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'All entries' }).waitFor()
    await until(async () => {
      await page.keyboard.press('ArrowDown')
      return page.evaluate<boolean>(`document.activeElement?.textContent === 'Heavy'`)
    })
    await page.keyboard.press('Enter')
    await page
      .getByText('This view uses the field “weight”, which no longer exists. It is left out.')
      .waitFor()
    await expectAccessible(visitor)
    expect(await measureOverhang(page)).toBe(0)
    await page.getByRole('button', { name: 'View: Heavy' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Save this list as a view' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).pressSequentially('Small')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'View: Small' }).waitFor()
  })
})
