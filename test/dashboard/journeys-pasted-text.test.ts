// Journeys with texts that are pasted into rich text: what other programs mean is kept, and nothing unsafe is.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { readPortableText } from '../../src/content/values/portable-text.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { until } from '../kit/until.ts'
import { pictureAddress } from './editor-pages.ts'
import { openInputs } from './inputs-page.ts'
import { attacks, googleDocs, spreadsheet, table, word } from './pasted-texts.ts'
import { brief } from './text-values.ts'

const picture = `<img src="${pictureAddress}">`
const body = { apiName: 'body', name: 'Body', type: 'richText', format: 'portableText' } as const

/** As the browser would, but with the HTML just as it is: Chromium itself would clean what a page puts on the clipboard. */
async function paste(page: Page, types: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('textbox', { name: 'Body' }).focus()
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const [type, text] of Object.entries(${JSON.stringify(types)})) data.setData(type, text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  })()`)
}

describeInBrowser('what is pasted into rich text', (fixture, journey) => {
  journey('from word processors keeps its formatting', async () => {
    const { page, values, setValues } = await openInputs(fixture, [{ field: body, value: null }])
    const stored = async () => brief((await values()).body!)
    await paste(page, { 'text/html': googleDocs, 'text/plain': 'Tides' })
    expect(await stored()).toEqual([
      'h2: Tides',
      'normal: Read [twice](strong)[ a day](em)[ at ](underline)[the quay](https://example.org/tides)',
      'normal bullet 1: One',
      'normal bullet 2: [Two](strike-through)',
      'normal number 1: First[st](sup)',
    ])
    await setValues({ body: null })
    await paste(page, { 'text/html': word })
    expect(await stored()).toEqual([
      'h1: Tides',
      'normal: Read [twice](strong) a [day](em)',
      'normal bullet 1: One',
      'normal number 2: Two',
      'table: Left | Right',
      'normal: A chart',
    ])
    // A part of a line goes into the line.
    await setValues({ body: [{ _type: 'block', style: 'h2', children: [{ _type: 'span', text: 'Ebb' }] }] })
    await page.getByRole('textbox', { name: 'Body' }).press('Control+End')
    await paste(page, { 'text/html': '<meta charset="utf-8"> and <b>flood</b>, ' })
    await paste(page, { 'text/plain': 'of <b>\nthe sea' })
    expect(await stored()).toEqual(['h2: Ebb and [flood](strong), of <b>', 'normal: the sea'])
  })

  journey('keeps a list item of several paragraphs as one item, with a line feed between them', async () => {
    const { page, values } = await openInputs(fixture, [{ field: body, value: null }])
    const list =
      '<ol><li><p>One</p><p>more of <b>one</b></p></li><li><div>Two</div><ul><li>a<p>b</p></li></ul></li></ol><p>After</p>'
    await paste(page, { 'text/html': list })
    expect(brief((await values()).body!)).toEqual([
      'normal number 1: One\nmore of [one](strong)',
      'normal number 1: Two',
      'normal bullet 2: a\nb',
      'normal: After',
    ])
  })

  journey('becomes a link where it is an address, and over a selection links what was selected', async () => {
    const { page, values, setValues } = await openInputs(fixture, [{ field: body, value: null }])
    const stored = async () => brief((await values()).body!)
    await paste(page, { 'text/plain': 'See https://example.org/a_(b), or www.example.org. Not e.g. this.' })
    expect(await stored()).toEqual([
      'normal: See [https://example.org/a_(b)](https://example.org/a_(b)), or [www.example.org](https://www.example.org). Not e.g. this.',
    ])
    await setValues({ body: [{ _type: 'block', children: [{ _type: 'span', text: 'Tides' }] }] })
    const text = page.getByRole('textbox', { name: 'Body' })
    await text.press('Control+End')
    for (let at = 0; at < 5; at++) await page.keyboard.press('Shift+ArrowLeft')
    await until(async () => (await page.evaluate('getSelection().toString()')) === 'Tides')
    await paste(page, { 'text/plain': ' https://example.org/tides\n' })
    expect(await stored()).toEqual(['normal: [Tides](https://example.org/tides)'])
    // As a browser copies a link: the address, as a link to itself.
    const address = 'https://example.org/ebb'
    await paste(page, { 'text/html': `<a href="${address}">${address}</a>`, 'text/plain': address })
    expect(await stored()).toEqual([`normal: [Tides](${address})`])
  })

  journey('keeps a table with the marks, links and lists of its cells', async () => {
    const { page, values } = await openInputs(fixture, [{ field: body, value: null }])
    await paste(page, { 'text/html': table })
    const stored = (await values()).body!
    expect(brief(stored)).toEqual([
      'normal: High water',
      [
        'table header:  | Morning | Evening | ',
        'Monday | [5:12](strong) | [17:40](https://example.org/monday) | ',
        'Tuesday |  | 18:31\nlate | ',
        ' |  |  | ',
        'Wednesday | (bullet) Spring tide (bullet) No ferry | 19:20 | by day',
        'Thursday | 8:02 or so |  | ',
      ].join(' / '),
      // A table of one cell is there for the layout alone.
      'h2: Sources',
      'normal: The harbour office',
    ])
    expect(readPortableText(stored)).toEqual({ value: stored as never })
  })

  journey('of a spreadsheet becomes a table, from HTML and from lines with tabs', async () => {
    const { page, values, setValues } = await openInputs(fixture, [{ field: body, value: null }])
    const stored = async () => brief((await values()).body!)
    await paste(page, { 'text/html': spreadsheet, 'text/plain': 'Day\tTime\nMonday\t5:12' })
    // Merged cells keep their place, and what they cover is empty. A heading cannot stand in a cell, nor a picture.
    expect(await stored()).toEqual([
      'table: High water |  | Notes / Monday | 5:12 | spring / Tuesday | 6:01 | [neap](strong) /  | 18:20 | ',
      'image: ',
    ])
    await setValues({ body: null })
    await paste(page, { 'text/plain': 'Day\tTime\r\nMonday\t"5:12\nor ""so"""\r\nTuesday\t\r\n' })
    expect(await stored()).toEqual(['table: Day | Time / Monday | 5:12\nor "so" / Tuesday | '])
    await setValues({ body: null })
    await paste(page, { 'text/plain': 'One\ttab\nand a line' })
    expect(await stored()).toEqual(['normal: One\ttab', 'normal: and a line'])
  })

  journey('into a table fills its cells, and grows it', async () => {
    const cell = (key: string) => ({ _key: key, content: [] })
    const rows = [0, 1].map(row => ({ _key: `r${row}`, cells: [cell(`c${row}0`), cell(`c${row}1`)] }))
    const value = [{ _type: 'table', _key: 't', header: false, rows }]
    const { page, values, setValues } = await openInputs(fixture, [{ field: body, value }])
    const stored = async () => brief((await values()).body!)
    const toCell = async (at: number) => page.locator('.ProseMirror td').nth(at).click()
    const pasteAt = async (at: number, types: Readonly<Record<string, string>>) => {
      await toCell(at)
      await paste(page, types)
    }
    await pasteAt(1, { 'text/plain': 'a\tb\nc\td' })
    expect(await stored()).toEqual(['table:  | a | b /  | c | d'])
    // Anything else goes into the one cell; what a cell cannot have follows the table.
    await pasteAt(0, { 'text/html': `<h2>Tides</h2><ul><li>Ebb</li></ul><pre>ls</pre>${picture}` })
    expect(await stored()).toEqual(['table: Tides (bullet) Ebb ls | a | b /  | c | d', 'image: '])
    await setValues({ body: value })
    await pasteAt(0, { 'text/html': 'See <b>flood</b>' })
    expect(await stored()).toEqual(['table: See [flood](strong) |  /  | '])
  })

  journey('says why a table does not fit, and pastes nothing of it', async () => {
    const { page, values } = await openInputs(fixture, [{ field: body, value: null }])
    await page.getByRole('textbox', { name: 'Body' }).focus()
    await page.keyboard.type('Tides')
    const row = (columns: number) => `<tr>${'<td>1</td>'.repeat(columns)}</tr>`
    const cases = [
      ['text/html', `<table>${row(51)}</table>`, 'The table would have 51 columns. A table has at most 50.'],
      [
        'text/html',
        `<table><tr><td>a</td><td>b<table>${row(52)}</table></td></tr></table>`,
        'The table would have 52 columns. A table has at most 50.',
      ],
      ['text/plain', 'a\tb\n'.repeat(501), 'The table would have 501 rows. A table has at most 500.'],
      [
        'text/html',
        `<table>${row(11).repeat(455)}</table>`,
        'The tables of this text would have 5,005 cells. A text has at most 5,000.',
      ],
    ] as const
    for (const [type, text, reason] of cases) {
      await paste(page, { [type]: text })
      await page.locator('.rich-text-note', { hasText: `${reason} Nothing was pasted.` }).waitFor()
      expect(brief((await values()).body!)).toEqual(['normal: Tides'])
    }
    // What is typed next clears the message.
    await page.keyboard.type('!')
    await page.locator('.rich-text-note').waitFor({ state: 'detached' })
  })

  journey('runs no script, loads nothing, and leaves nothing unsafe behind', async () => {
    const { page, values } = await openInputs(fixture, [{ field: body, value: null }])
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    for (const html of attacks) {
      await paste(page, { 'text/html': html })
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
    }
    const value = (await values()).body!
    const lines = brief(value).join('\n')
    for (const at of attacks.keys()) expect(lines).toContain(`kept${at}`)
    expect(JSON.stringify(value)).not.toMatch(/alert|evil\.example(?!\/pixel\.png)|onerror/)
    expect(readPortableText(value, { refusesUnsafeAddresses: true })).toEqual({ value: value as never })
    const unsafe =
      '[onerror], [onload], [onclick], [srcdoc], [style*="url"], script:not([src]), iframe, object, embed'
    expect(await page.locator('.ProseMirror').locator(unsafe).count()).toBe(0)
    // The address of a picture that is not shown can be opened, without telling that site where from.
    const links = page.locator('.ProseMirror a')
    const found = await links.evaluateAll(all =>
      all.map(one => `${one.getAttribute('href')} ${one.getAttribute('rel')}`),
    )
    expect(new Set(found)).toEqual(new Set(['https://evil.example/pixel.png noopener noreferrer']))
    expect(dialogs).toEqual([])
  })
})
