// Journeys through rich text: written by keyboard alone, with links, images and code, and what is stored of it.
import { expect } from 'bun:test'
import { readPortableText } from '../../src/content/values/portable-text.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { pictureAddress } from './editor-pages.ts'
import { openInputs } from './inputs-page.ts'

const body = { apiName: 'body', name: 'Body', type: 'richText', format: 'portableText' } as const

describeInBrowser('rich text', (fixture, journey) => {
  journey('is written by keyboard alone, announced, and stored as Portable Text', async () => {
    const { page, visitor, values, setValues } = await openInputs(fixture, [{ field: body, value: null }])
    const text = page.getByRole('textbox', { name: 'Body' })
    const status = page.getByRole('status').first()
    await text.focus()
    await page.keyboard.type('## Tides')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Read ')
    await page.keyboard.press('Control+b')
    expect(await status.textContent()).toBe('Bold on')
    await page.keyboard.type('twice')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' a day')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- One')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+]')
    expect(await status.textContent()).toBe('Bulleted list, level 2')
    await page.keyboard.type('Two')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('```ls')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('See here')
    for (let at = 0; at < 4; at++) await page.keyboard.press('Shift+ArrowLeft')
    // The browser tells of a selection when it has time; until then the keys are those of the search.
    await until(async () => {
      await page.keyboard.press('Control+k')
      return page.getByRole('dialog').isVisible()
    })
    await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
    // It is refused, and the dialog stays.
    await page.keyboard.press('Enter')
    await page.getByText('must be an address with https').waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('harbour.example/tides')
    await page.getByText('Leads to https://harbour.example/tides.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    // The toolbar is one stop before the text; arrows lead to the image.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use an address instead' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill(pictureAddress)
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('A chart')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const stored = (await values()).body
    expect(stored).toMatchObject([
      { style: 'h2', children: [{ text: 'Tides' }] },
      {
        style: 'normal',
        children: [{ text: 'Read ' }, { text: 'twice', marks: ['strong'] }, { text: ' a day' }],
      },
      { listItem: 'bullet', level: 1, children: [{ text: 'One' }] },
      { listItem: 'bullet', level: 2, children: [{ text: 'Two' }] },
      { _type: 'code', code: 'ls' },
      {
        children: [{ text: 'See ' }, { text: 'here' }],
        markDefs: [{ _type: 'link', href: 'https://harbour.example/tides' }],
      },
      { _type: 'image', asset: { url: pictureAddress, title: 'A chart' } },
    ])
    expect(stored).toHaveLength(7)
    // The line below the picture is there to write in, and is stored once something is in it.
    expect(await text.locator('> p').last().textContent()).toBe('')
    await text.getByRole('img', { name: 'A chart' }).dblclick()
    const change = page.getByRole('dialog', { name: 'Change the image' })
    expect(await change.getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe('A chart')
    await page.keyboard.press('Escape')
    await change.waitFor({ state: 'detached' })
    expect(readPortableText(stored!, { refusesUnsafeAddresses: true })).toEqual({ value: stored as never })
    await expectAccessible(visitor)
    const foreign = { _type: 'image', _key: 'i', asset: { url: 'https://pictures.example/a.png' } }
    await setValues({ body: [foreign, ...(stored as never[])] })
    await page.getByText('External image: no preview.').waitFor()
    const link = page.getByRole('link', { name: 'https://pictures.example/a.png' })
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    await expectAccessible(visitor)
  })

  journey('makes a link of an address that is typed, once a blank or Enter follows it', async () => {
    const { page, values } = await openInputs(fixture, [{ field: body, value: null }])
    const links = async () => {
      type Part = { children: { text: string; marks: string[] }[]; markDefs: { href: string }[] }
      const parts = (await values()).body as unknown as Part[]
      return parts.map(({ children, markDefs }) => [
        children.map(({ text, marks }) => (marks.length > 0 ? `[${text}]` : text)).join(''),
        ...markDefs.map(({ href }) => href),
      ])
    }
    await page.getByRole('textbox', { name: 'Body' }).focus()
    await page.keyboard.type('At https://example.org/tides, or (www.example.org) now. Not https:// or a.b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('https://example.org/')
    await page.keyboard.press('Enter')
    await page.keyboard.type('next')
    expect(await links()).toEqual([
      [
        'At [https://example.org/tides], or ([www.example.org]) now. Not https:// or a.b',
        'https://example.org/tides',
        'https://www.example.org',
      ],
      ['[https://example.org/]', 'https://example.org/'],
      ['next'],
    ])
    await page.keyboard.press('Enter')
    await page.keyboard.type('www.example.com ')
    expect((await links()).at(-1)).toEqual(['[www.example.com] ', 'https://www.example.com'])
    // Undoing takes the link back, and not the text.
    await page.keyboard.press('Control+z')
    expect((await links()).at(-1)).toEqual(['www.example.com'])
  })

  journey('and edited again is left by Tab, undone by keys, and follows values from outside', async () => {
    const block = (_key: string, text: string) => ({
      ...{ _type: 'block', _key, style: 'normal' },
      ...{ children: [{ _type: 'span', _key: `${_key}s`, text, marks: [] }], markDefs: [] },
    })
    const value = Array.from({ length: 200 }, (_, at) => block(`b${at}`, `Line ${at}`))
    const { page, values, changes, setValues } = await openInputs(fixture, [{ field: body, value }])
    const stored = async () => (await values()).body as typeof value
    const text = page.getByRole('textbox', { name: 'Body' })
    await text.press('Control+Home')
    await page.keyboard.type('A ')
    // One change for each key, and nothing else than the line is another.
    expect([await changes(), await stored()]).toEqual([2, value.with(0, block('b0', 'A Line 0'))])
    // Another line changes outside, and the caret stays.
    await setValues({ body: value.with(0, block('b0', 'A Line 0')).with(1, block('b1', 'Theirs')) })
    await text.focus()
    // The editor puts its caret back a moment after the browser has put one at the start.
    await page.waitForFunction('getSelection().anchorOffset === 2')
    await page.keyboard.type('B ')
    const both = value.with(0, block('b0', 'A B Line 0')).with(1, block('b1', 'Theirs'))
    expect(await stored()).toEqual(both)
    // What was typed is undone; what came from outside is not.
    const heard =
      "window.heard = []; document.addEventListener('keydown', ({ key }) => window.heard.push(key))"
    await page.evaluate(heard)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await stored()).toEqual(value.with(1, block('b1', 'Theirs')))
    // The page hears of it when there is nothing left to undo here.
    await page.keyboard.press('Control+z')
    expect(await page.evaluate<string[]>("window.heard.filter(key => key === 'z')")).toEqual(['z'])
    await page.keyboard.press('Tab')
    await expectFocus(page, 'tagName', 'TEXTAREA')
    expect(await page.locator('output').getAttribute('data-left')).toBe('body')
  })

  journey('of another format, or with unknown parts, is shown and stays as it is', async () => {
    const other = { nodeType: 'document', content: [{ nodeType: 'text', value: 'Tide' }] }
    const unknown = [{ _type: 'poll', _key: 'p', question: 'Ebb or flood?' }]
    const old = [
      {
        ...{ _type: 'block', _key: 'b', style: 'normal' },
        children: [
          { _type: 'span', _key: 'c', text: 'Click me', marks: ['l'] },
          { _type: 'span', _key: 'd', text: ' and twice', marks: ['l', 'm'] },
        ],
        markDefs: [
          { _type: 'link', _key: 'l', href: 'javascript:alert(1)' },
          { _type: 'link', _key: 'm', href: '/a' },
        ],
      },
      {
        ...{ _type: 'block', _key: 'e', style: 'normal' },
        children: [{ _type: 'span', _key: 'f', text: 'Or me', marks: ['g'] }],
        markDefs: [{ _type: 'link', _key: 'g', href: 'javascript:alert(1)' }],
      },
      { _type: 'image', _key: 'i', asset: { url: 'https://elsewhere.example/a.png', title: 'A gull' } },
    ]
    const { page, visitor, values, changes } = await openInputs(fixture, [
      { field: { ...body, apiName: 'any', name: 'Any', format: 'any' }, value: other },
      { field: { ...body, apiName: 'unknown', name: 'Unknown' }, value: unknown },
      { field: body, value: old },
    ])
    await page.getByText('"Ebb or flood?"').waitFor()
    await page.getByText('"Tide"').waitFor()
    await page.getByText('https://elsewhere.example/a.png').waitFor()
    await page.getByText('Or me').click()
    expect(await page.getByRole('textbox', { name: /Any|Unknown/ }).count()).toBe(0)
    // Unsafe addresses are text: no link and no picture. The picture of another host is a link.
    expect(await page.locator('.ProseMirror').locator('a, img[src]').allTextContents()).toEqual([
      'https://elsewhere.example/a.png',
    ])
    await page.keyboard.press('Tab')
    expect([await changes(), await values()]).toEqual([0, { any: other, unknown, body: old }])
    await expectAccessible(visitor)
  })
})
