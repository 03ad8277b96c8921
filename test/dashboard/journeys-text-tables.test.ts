// Journeys through tables of rich text: written by keyboard alone, and changed by keys and by the toolbar.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { readPortableText } from '../../src/content/values/portable-text.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectSoon } from '../kit/browser/page-checks.ts'
import { openInputs } from './inputs-page.ts'
import { brief } from './text-values.ts'

const body = { apiName: 'body', name: 'Body', type: 'richText', format: 'portableText' } as const

/** A table of the words, one for each cell. */
function tableOf(rows: readonly (readonly string[])[]) {
  const toContent = (key: string, text: string) =>
    text === ''
      ? []
      : [{ _type: 'block', _key: `b${key}`, children: [{ _type: 'span', _key: `s${key}`, text }] }]
  return {
    _type: 'table',
    _key: 't',
    header: false,
    rows: rows.map((words, row) => ({
      _key: `r${row}`,
      cells: words.map((text, at) => ({ _key: `c${row}-${at}`, content: toContent(`${row}-${at}`, text) })),
    })),
  }
}

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menu').getByText(item, { exact: true }).click()
}

describeInBrowser('tables in rich text', (fixture, journey) => {
  journey('are written by keyboard alone, announced, and stored as Portable Text', async () => {
    const { page, visitor, values } = await openInputs(fixture, [{ field: body, value: null }])
    const { keyboard } = page
    const status = page.getByRole('status').first()
    await page.getByRole('textbox', { name: 'Body' }).focus()
    await keyboard.type('Tides')
    await keyboard.press('Alt+F10')
    await keyboard.press('End')
    await keyboard.press('ArrowLeft')
    await keyboard.press('ArrowLeft')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Insert a table' })
    await dialog.waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('textbox', { name: 'Rows' }).focus()
    await keyboard.press('Control+a')
    await keyboard.type('2')
    await dialog.getByRole('textbox', { name: 'Columns' }).fill('0')
    await keyboard.press('Enter')
    await dialog.getByText('A table has at least one row and one column.').waitFor()
    await dialog.getByRole('textbox', { name: 'Columns' }).fill('2')
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await status.textContent()).toBe('Table with 2 rows and 2 columns')
    for (const word of ['Day', 'Time', 'Monday', '5:12']) {
      await keyboard.type(word)
      await keyboard.press('Tab')
    }
    // Tab in the last cell has added a row.
    expect(await status.textContent()).toBe('Table with 3 rows and 2 columns')
    await keyboard.type('# Tue')
    await keyboard.press('Tab')
    await keyboard.type('- one')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('```ls')
    await keyboard.press('Shift+Tab')
    await keyboard.press('End')
    await keyboard.type('sday')
    await keyboard.press('Control+Enter')
    await keyboard.type('After')
    const stored = (await values()).body!
    expect(brief(stored)).toEqual([
      'normal: Tides',
      // The signs of headings and of code are text in a cell, because cells have neither.
      'table header: Day | Time / Monday | 5:12 / # Tuesday | (bullet) one ```ls',
      'normal: After',
    ])
    expect(readPortableText(stored)).toEqual({ value: stored as never })
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Day', 'Time'])
    await page.locator('.ProseMirror td').first().click()
    await expectAccessible(visitor)
  })

  journey('get and lose rows, columns and the header row by keys and by the toolbar', async () => {
    const value = [
      tableOf([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    ]
    const { page, values } = await openInputs(fixture, [{ field: body, value }])
    const stored = async () => brief((await values()).body ?? [])
    const expectAfter = async (keys: string, ...wanted: readonly string[]) => {
      await page.keyboard.press(keys)
      await expectSoon(stored, wanted)
    }
    await page.getByRole('cell', { name: 'd', exact: true }).click()
    await expectAfter('Alt+Shift+ArrowUp', 'table: a | b /  |  / c | d')
    await expectAfter('Alt+Shift+ArrowDown', 'table: a | b /  |  / c | d /  | ')
    await expectAfter('Alt+Shift+ArrowLeft', 'table: a |  | b /  |  |  / c |  | d /  |  | ')
    await expectAfter('Alt+Shift+Delete', 'table: a |  /  |  / c |  /  | ')
    await expectAfter('Alt+Shift+Backspace', 'table: a |  /  |  / c | ')
    await expectAfter('Control+z', 'table: a |  /  |  / c |  /  | ')
    await page.getByRole('cell', { name: 'a', exact: true }).click()
    const byToolbar: readonly (readonly [string, string])[] = [
      ['Header row', 'table header: a |  /  |  / c |  /  | '],
      ['Remove column', 'table header:  /  /  / '],
      ['Remove row', 'table header:  /  / '],
      ['Insert column after', 'table header:  |  /  |  /  | '],
      ['Insert column before', 'table header:  |  |  /  |  |  /  |  | '],
      ['Insert row below', 'table header:  |  |  /  |  |  /  |  |  /  |  | '],
      ['Header row', 'table:  |  |  /  |  |  /  |  |  /  |  | '],
    ]
    for (const [item, expected] of byToolbar) {
      await choose(page, item)
      await expectSoon(async () => [item, await stored()], [item, [expected]])
    }
    await choose(page, 'Remove table')
    await expectSoon(async () => (await values()).body, null)
    await page.keyboard.press('Control+z')
    await expectSoon(stored, ['table:  |  |  /  |  |  /  |  |  /  |  | '])
  })

  journey('keep their other cells as they were, cell by cell, and never exceed the limits', async () => {
    const wide = tableOf([Array.from({ length: 50 }, (_, at) => String(at))])
    const { page, values } = await openInputs(fixture, [{ field: body, value: [wide] }])
    const before = JSON.stringify((await values()).body)
    await page.getByRole('cell', { name: '7', exact: true }).click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    const reason = 'The table would have 51 columns. A table has at most 50.'
    await page.locator('.rich-text-note', { hasText: reason }).waitFor()
    expect(JSON.stringify((await values()).body)).toBe(before)
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    const edited = (await values()).body as unknown as (typeof wide)[]
    const contents = edited[0]!.rows[0]!.cells.map(cell => JSON.stringify(cell))
    const others = wide.rows[0]!.cells.map(cell => JSON.stringify(cell))
    expect(contents.filter((cell, at) => cell !== others[at])).toHaveLength(1)
    expect(contents[7]).toContain('7!')
  })

  journey('fit on a phone, where a wide one scrolls within its text', async () => {
    const wide = tableOf([Array.from({ length: 12 }, (_, at) => `Column ${at}`)])
    const { page, visitor } = await openInputs(fixture, [{ field: body, value: [wide] }])
    await page.setViewportSize({ width: 390, height: 800 })
    const [shown, full] = await page
      .locator('.rich-text-content')
      .evaluate(element => [element.clientWidth, element.scrollWidth])
    expect(shown!).toBeLessThan(390)
    expect(full!).toBeGreaterThan(600)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.getByRole('cell', { name: 'Column 0', exact: true }).click()
    await expectAccessible(visitor)
  })
})
