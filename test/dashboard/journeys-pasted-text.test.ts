// Journeys with texts that are pasted into rich text: what other programs mean is kept, and nothing unsafe is.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Json } from '../../src/content/values/model.ts'
import { readPortableText } from '../../src/content/values/portable-text.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { openInputs } from './inputs-page.ts'
import { attacks, googleDocs, table, word } from './pasted-texts.ts'

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

interface Part {
  readonly _type: string
  readonly style?: string
  readonly listItem?: string
  readonly level?: number
  readonly children?: readonly { readonly text: string; readonly marks: readonly string[] }[]
  readonly markDefs?: readonly { readonly _key: string; readonly href: string }[]
}

/** `bullet 2: *strong|em|/address*` */
function brief(value: Json): string[] {
  return (value as unknown as Part[]).map(
    ({ _type, style, listItem, level, children = [], markDefs = [] }) => {
      const hrefOf = (mark: string) => markDefs.find(({ _key }) => _key === mark)?.href ?? mark
      const texts = children.map(({ text, marks }) =>
        marks.length ? `[${text}](${marks.map(hrefOf)})` : text,
      )
      return `${_type === 'block' ? style : _type}${listItem ? ` ${listItem} ${level}` : ''}: ${texts.join('')}`
    },
  )
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
      'normal: Left | Right',
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
    await page.waitForFunction("getSelection().toString() === 'Tides'")
    await paste(page, { 'text/plain': ' https://example.org/tides\n' })
    expect(await stored()).toEqual(['normal: [Tides](https://example.org/tides)'])
    // As a browser copies a link: the address, as a link to itself.
    const address = 'https://example.org/ebb'
    await paste(page, { 'text/html': `<a href="${address}">${address}</a>`, 'text/plain': address })
    expect(await stored()).toEqual([`normal: [Tides](${address})`])
  })

  journey('keeps each row of a table as a line, and loses nothing of its cells', async () => {
    const { page, values } = await openInputs(fixture, [{ field: body, value: null }])
    await paste(page, { 'text/html': table })
    expect(brief((await values()).body!)).toEqual([
      'normal: High water',
      'normal: | Morning | Evening',
      'normal: Monday | [5:12](strong) | [17:40](https://example.org/monday)',
      'normal: Tuesday | | 18:31\nlate',
      'normal: Wednesday',
      // What is more than a line stays what it is.
      'normal bullet 1: Spring tide',
      'normal bullet 1: No ferry',
      'normal: 19:20 | by day',
      'normal: Thursday',
      'normal: 8:02',
      'normal: or so',
      'h2: Sources',
      'normal: The harbour office',
    ])
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
