// Journeys through the entries of rich text: cards in the text, and links to entries.
import { expect } from 'bun:test'
import { readPortableText } from '../../src/content/values/portable-text.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectSoon } from '../kit/browser/page-checks.ts'
import { openInputs } from './inputs-page.ts'
import { brief } from './text-values.ts'

const body = { apiName: 'body', name: 'Body', type: 'richText', format: 'portableText' } as const

describeInBrowser('entries in rich text', (fixture, journey) => {
  journey(
    'are inserted, replaced, opened and removed by keyboard, within the allowed collections',
    async () => {
      const field = { ...body, to: ['authors'] }
      const { page, visitor, values } = await openInputs(fixture, [{ field, value: null }])
      const stored = async () => brief((await values()).body ?? [])
      const { keyboard } = page
      const choose = async (dialogName: string, words: string) => {
        const dialog = page.getByRole('dialog', { name: dialogName })
        await dialog.getByRole('combobox', { name: 'Search entries' }).waitFor()
        expect(await dialog.getByPlaceholder('Search in Authors').count()).toBe(1)
        // Filling waits for the search, which gets the focus after the dialog has opened.
        await dialog.getByRole('combobox', { name: 'Search entries' }).fill(words)
        await dialog.getByText('1 entry found.').waitFor()
        await keyboard.press('Enter')
        await dialog.waitFor({ state: 'detached' })
      }
      await page.getByRole('textbox', { name: 'Body' }).focus()
      await keyboard.type('By')
      await keyboard.press('Alt+F10')
      await keyboard.press('End')
      for (let at = 0; at < 3; at++) await keyboard.press('ArrowLeft')
      await keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Insert an entry' }).waitFor()
      await expectAccessible(visitor)
      await choose('Insert an entry', 'loam')
      await expectSoon(stored, ['normal: By', 'entry: author-edwin-loam'])
      const card = page.locator('.rich-text-entry')
      await card.getByText('Authors').waitFor()
      expect(await card.textContent()).toContain('Edwin Loam (opens in a new tab)Changed')
      expect(await card.locator('img').count()).toBe(1)
      // The new card is selected, and its actions follow the text.
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      const open = page.getByRole('link', { name: 'Open in a new tab', exact: true })
      await open.waitFor()
      expect(await open.getAttribute('href')).toBe('/s/demo/content/authors/author-edwin-loam')
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Replace' }).focus()
      await keyboard.press('Enter')
      await choose('Replace the entry', 'tarvoe')
      await expectSoon(stored, ['normal: By', 'entry: author-isbel-tarvoe'])
      const value = (await values()).body!
      expect(readPortableText(value)).toEqual({ value: value as never })
      await page.getByRole('button', { name: 'Remove', exact: true }).focus()
      await keyboard.press('Enter')
      await expectSoon(stored, ['normal: By'])
      await keyboard.press('Control+z')
      await expectSoon(stored, ['normal: By', 'entry: author-isbel-tarvoe'])
      // With the caret behind it, Backspace selects the card and then removes it.
      await keyboard.press('ArrowDown')
      await keyboard.press('Backspace')
      await keyboard.press('Backspace')
      await expectSoon(stored, ['normal: By'])
    },
  )

  journey('are replaced by a double click, copied and pasted, and say that they are missing', async () => {
    const value = [
      { _type: 'block', _key: 'a', style: 'normal', children: [{ _type: 'span', _key: 'b', text: 'By' }] },
      { _type: 'entry', _key: 'c', entry: { id: 'author-edwin-loam' } },
      { _type: 'entry', _key: 'd', entry: { id: 'gone' } },
    ]
    const { page, visitor, values } = await openInputs(fixture, [{ field: body, value }])
    const stored = async () => brief((await values()).body ?? [])
    const cards = page.locator('.rich-text-entry')
    await cards.nth(1).getByText('This entry does not exist. Replace or remove it.').waitFor()
    await cards.nth(0).getByText('Edwin Loam').waitFor()
    await expectAccessible(visitor)
    await cards.nth(0).click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+v')
    const names = ['author-edwin-loam', 'gone', 'author-edwin-loam']
    await expectSoon(stored, ['normal: By', ...names.map(id => `entry: ${id}`)])
    await cards.nth(1).dblclick({ position: { x: 4, y: 4 } })
    const dialog = page.getByRole('dialog', { name: 'Replace the entry' })
    await dialog.getByRole('option', { name: /^Hisako Minamura/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectSoon(async () => (await stored())[2], 'entry: author-hisako-minamura')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByText('By', { exact: true }).click()
    await cards.nth(2).click({ position: { x: 4, y: 4 } })
    await page.getByRole('link', { name: 'Open in a new tab', exact: true }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(visitor)
  })

  journey('are the targets of links, which change to URLs and back', async () => {
    const field = { ...body, to: ['authors'] }
    const block = {
      _type: 'block',
      _key: 'a',
      style: 'normal',
      children: [{ _type: 'span', _key: 'b', text: 'Loam' }],
    }
    const { page, visitor, values } = await openInputs(fixture, [{ field, value: [block] }])
    const stored = async () => brief((await values()).body ?? [])
    const { keyboard } = page
    const dialog = page.getByRole('dialog')
    const pick = async (words: string) => {
      await dialog.getByText('An entry', { exact: true }).click()
      await dialog.getByPlaceholder('Search in Authors').fill(words)
      await dialog.getByText('1 entry found.').waitFor()
      await keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('textbox', { name: 'Body' }).focus()
    await keyboard.press('Home')
    await keyboard.press('Shift+End')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await pick('loam')
    await expectSoon(stored, ['normal: [Loam](author-edwin-loam)'])
    const bar = page.locator('.rich-text-context')
    await bar.getByRole('link', { name: /^Edwin Loam/ }).waitFor()
    await bar.getByText('Changed').waitFor()
    await expectAccessible(visitor)
    await bar.getByRole('button', { name: 'Change link' }).click()
    await dialog.getByPlaceholder('Search in Authors').waitFor()
    await expectAccessible(visitor)
    await dialog.getByText('An address', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('/loam')
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectSoon(stored, ['normal: [Loam](/loam)'])
    await bar.getByRole('button', { name: 'Change link' }).click()
    expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('/loam')
    await pick('tarvoe')
    await expectSoon(stored, ['normal: [Loam](author-isbel-tarvoe)'])
    // Without a selection, the title of the entry becomes the text.
    await keyboard.press('End')
    await keyboard.type(' and ')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await pick('minamura')
    await expectSoon(stored, [
      'normal: [Loam](author-isbel-tarvoe) and [Hisako Minamura](author-hisako-minamura)',
    ])
    const value = (await values()).body!
    expect(readPortableText(value)).toEqual({ value: value as never })
    // A copied link keeps its entry.
    await keyboard.press('Control+a')
    await keyboard.press('Control+c')
    const [line] = await stored()
    await keyboard.press('End')
    await keyboard.press('Control+v')
    await expectSoon(stored, [`${line}${line!.replace('normal: ', '')}`])
  })
})
