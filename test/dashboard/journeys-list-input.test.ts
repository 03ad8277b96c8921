// Journeys through a list of values in the entry editor: added, moved in every way, removed.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { openInputs } from './inputs-page.ts'
import { manageAs } from './manage-as.ts'

/** Returns false if the page has handled the paste. */
function pasteText(page: Page, text: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    const options = { clipboardData: data, bubbles: true, cancelable: true }
    return document.activeElement.dispatchEvent(new ClipboardEvent('paste', options))
  })()`)
}

const tags = { apiName: 'tags', name: 'Tags', type: 'text', many: true } as const

describeInBrowser('a list of values', (fixture, journey) => {
  journey('is ordered by keys, buttons, places and dragging, and says each move', async () => {
    const shown = [{ field: tags, value: ['a', 'b', 'c'] }]
    const { page, visitor, values } = await openInputs(fixture, shown)
    const stored = async () => (await values()).tags
    const item = (name: string) => page.getByRole('textbox', { name: `Tags, ${name}` })
    const said = (text: string) => page.getByRole('status').getByText(text).waitFor({ state: 'attached' })

    await item('item 1').press('Alt+ArrowDown')
    await said('item 1 moved to place 2 of 3.')
    expect(await stored()).toEqual(['b', 'a', 'c'])
    // The focus goes along.
    await page.keyboard.type('!')
    expect(await stored()).toEqual(['b', '!a', 'c'])

    await page.getByRole('button', { name: 'Move item 3, place 3 of 3' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await said('item 3 moved to place 2 of 3.')
    expect(await stored()).toEqual(['b', 'c', '!a'])

    await page.getByRole('button', { name: 'Move item 1, place 1 of 3' }).click()
    await page.getByRole('menuitem', { name: 'Move to place …' }).click()
    await page.getByRole('textbox', { name: 'Place' }).fill('9')
    await page.getByText('The place must be a number from 1 to 3.').waitFor()
    await page.getByRole('textbox', { name: 'Place' }).fill('3')
    await page.keyboard.press('Enter')
    await said('item 1 moved to place 3 of 3.')
    expect(await stored()).toEqual(['c', '!a', 'b'])
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const grip = page.getByRole('button', { name: 'Move item 3, place 3 of 3' })
    await grip.dragTo(item('item 1'), { targetPosition: { x: 5, y: 2 } })
    await said('item 3 moved to place 1 of 3.')
    expect(await stored()).toEqual(['b', 'c', '!a'])

    await page.getByRole('button', { name: 'Remove item 2' }).click()
    await said('item 2 removed.')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.keyboard.type('new')
    expect(await stored()).toEqual(['b', '!a', 'new'])
    await expectAccessible(visitor)
  })

  journey('is written by Enter and Backspace, and pasted values become items', async () => {
    const shown = [{ field: tags, value: ['a'] }]
    const { page, visitor, values } = await openInputs(fixture, shown)
    const stored = async () => (await values()).tags
    const item = (name: string) => page.getByRole('textbox', { name: `Tags, ${name}` })
    const paste = (text: string) => pasteText(page, text)

    await item('item 1').press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('c')
    expect(await stored()).toEqual(['a', 'b', 'c'])
    // An item is added below the one with the focus, and an empty one is not followed by another.
    await item('item 1').press('Enter')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox', { name: /^Tags, item/ }).count()).toBe(4)
    await paste('one, two')
    expect(await stored()).toEqual(['a', 'one', 'two', 'b', 'c'])
    // The focus is in the last of them, behind what was pasted.
    await page.keyboard.type('!')
    expect(await stored()).toEqual(['a', 'one', 'two!', 'b', 'c'])
    await item('item 2').press('Home')
    await paste('x\r\n\ny\n')
    expect(await stored()).toEqual(['a', 'x', 'yone', 'two!', 'b', 'c'])
    await page.keyboard.type('-')
    expect(await stored()).toEqual(['a', 'x', 'y-one', 'two!', 'b', 'c'])
    await page.keyboard.press('Backspace')
    // Within other words, or in a sentence, commas are commas: the browser pastes the text itself.
    expect(await paste('p, q')).toBe(true)
    await item('item 6').fill('')
    await item('item 6').focus()
    expect(await paste('Ebb, then. Flood, later.')).toBe(true)
    await page.keyboard.press('Backspace')
    expect(await stored()).toEqual(['a', 'x', 'yone', 'two!', 'b'])
    expect(await page.getByRole('textbox', { name: /^Tags, item/ }).count()).toBe(5)
    await page.keyboard.type('?')
    expect((await stored()) as string[]).toEqual(['a', 'x', 'yone', 'two!', 'b?'])
    // The focus goes to the item above, where there is one below, too.
    await item('item 3').fill('')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('z')
    expect((await stored()) as string[]).toEqual(['a', 'xz', 'two!', 'b?'])
    await expectAccessible(visitor)
  })
  journey('takes pasted numbers, and says what is too much for it', async () => {
    const scores = { apiName: 'scores', name: 'Scores', type: 'integer', many: true, maxItems: 4 } as const
    const shown = [
      { field: scores, value: [1] },
      { field: tags, value: ['a'] },
    ]
    const { page, visitor, values } = await openInputs(fixture, shown)
    const field = (name: string) => page.getByRole('textbox', { name })
    await field('Scores, item 1').press('End')
    await pasteText(page, '2\n3\n9007199254740993\n')
    expect((await values()).scores).toEqual([12, 3, '9007199254740993'])
    await page.keyboard.press('Enter')
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.getByText('The list is full: it may have at most 4 items.').waitFor()
    expect((await values()).scores).toEqual([12, 3, '9007199254740993', '5'])
    await field('Tags, item 1').focus()
    await page.getByText('The list is full').waitFor({ state: 'detached' })
    await pasteText(page, 'line\n'.repeat(501))
    await page
      .getByText('Nothing was pasted: at most 500 items can be pasted at a time, and this text has 501.')
      .waitFor()
    expect((await values()).tags).toEqual(['a'])
    await expectAccessible(visitor)
    await pasteText(page, 'b\nc')
    await page.getByText('Nothing was pasted').waitFor({ state: 'detached' })
    expect((await values()).tags).toEqual(['ab', 'c'])
  })

  journey('undoes pasted lines by themselves, and the caret stays in its item', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    await page.goto('/s/demo')
    const fields = [
      { apiName: 'title', type: 'text', name: 'Title' },
      { ...tags, type: 'text' },
      { apiName: 'notes', name: 'Notes', type: 'text', many: true, multiline: true },
    ]
    await manageAs(page, 'POST', '/collections', { apiName: 'lists', name: 'Lists', fields })
    const data = { title: 'List', tags: ['a', 'b'], notes: ['One', 'Two'] }
    await manageAs(page, 'POST', '/entries', { collection: 'lists', id: 'list', data })
    await openEntry(visitor, 'lists', 'list')
    const stored = async () => {
      await page.keyboard.press('Control+s')
      await awaitStatus(page, savedAt)
      return (await readEntry(page, 'list')).data
    }
    const second = page.getByRole('textbox', { name: 'Tags, item 2' })
    await second.press('End')
    await page.keyboard.type('!')
    await pasteText(page, 'c\nd')
    expect((await stored()).tags).toEqual(['a', 'b!c', 'd'])
    await second.focus()
    await page.keyboard.press('Control+z')
    expect((await stored()).tags).toEqual(['a', 'b!'])
    await page.keyboard.type('?')
    expect((await stored()).tags).toEqual(['a', 'b!?'])
    // The item that had the focus goes, so the field has it.
    await pasteText(page, 'e\nf')
    await page.keyboard.press('Control+z')
    await page.locator(':focus', { has: page.locator('xpath=self::input') }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('+')
    expect((await stored()).tags).toEqual(['a+', 'b!?'])
    // Enter is a line break in an item of several lines, and Backspace removes an empty one.
    const note = page.getByRole('textbox', { name: 'Notes, item 2' })
    await note.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('more')
    expect((await stored()).notes).toEqual(['One', 'Two\nmore'])
    await note.fill('')
    await page.keyboard.press('Backspace')
    await note.waitFor({ state: 'detached' })
    await page.keyboard.type('!')
    expect((await stored()).notes).toEqual(['One!'])
  })
})
