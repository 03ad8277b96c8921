// Journeys through a page of blocks in the entry editor: built by pointer, by keyboard and on a phone, nested, ordered,
// and corrected.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserFixture, describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, expectFocus, measureOverhang } from '../kit/browser/page-checks.ts'
import { components, landings } from './block-models.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

interface Block {
  readonly component: string
  readonly key: string
  readonly data: Readonly<Record<string, unknown>>
}

let count = 0

/** Opens an entry of pages with these blocks. */
async function openPage(fixture: BrowserFixture, sections: readonly object[], size?: { width: number }) {
  const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
  const { page } = visitor
  await page.setViewportSize({ width: size?.width ?? 1280, height: 900 })
  await page.goto('/s/demo')
  for (const model of [...components, landings]) await manageAs(page, 'POST', '/collections', model)
  count++
  const id = `landing-${count}`
  const data = { title: 'A page', sections }
  await manageAs(page, 'POST', '/entries', { id, collection: 'landings', slug: id, data })
  await openEntry(visitor, 'landings', id)
  const stored = async () => {
    await awaitStatus(page, savedAt)
    return (await readEntry(page, id)).data.sections as readonly Block[]
  }
  return { visitor, page, id, stored, ...partsOf(page) }
}

function partsOf(page: Page) {
  return {
    said: (text: string) => page.getByRole('status').getByText(text).first().waitFor({ state: 'attached' }),
    card: (name: string | RegExp) => page.locator('.block-toggle', { hasText: name }),
    add: page.locator('.blocks-add').first(),
  }
}

const namesOf = (blocks: readonly Block[]) => blocks.map(({ component }) => component)

const three = [
  { component: 'opener', key: 'h1', data: { heading: 'Tide Tables' } },
  { component: 'saying', key: 'q1', data: { text: 'The sea is patient.' } },
  {
    component: 'section',
    key: 's1',
    data: { title: 'More', items: [{ component: 'saying', key: 'q2', data: { text: 'Inside.' } }] },
  },
]

describeInBrowser('blocks', (fixture, journey) => {
  journey('a page of three blocks is built by pointer', async () => {
    const { page, visitor, stored, card, add, said } = await openPage(fixture, [])
    await add.click()
    await page.getByRole('option', { name: /^Hero/ }).click()
    await said('Hero added at place 1.')
    await expectFocus(page, 'id', (await page.getByLabel('Heading').getAttribute('id'))!)
    await page.keyboard.type('Tide Tables')
    expect(await page.getByRole('textbox', { name: 'Height' }).inputValue()).toBe('400')
    await add.click()
    await page.getByRole('combobox', { name: 'Component to add' }).fill('somebody')
    expect(await page.locator('.component-option').count()).toBe(1)
    await page.getByRole('option', { name: /^Quote/ }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The sea is patient.')
    await page.getByRole('button', { name: 'Actions for Hero “Tide Tables”' }).click()
    await page.getByRole('menuitem', { name: 'Add a block below' }).click()
    await page.getByRole('option', { name: /^Section/ }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).last().fill('More')
    await expectAccessible(visitor)
    const blocks = await stored()
    expect(namesOf(blocks)).toEqual(['opener', 'section', 'saying'])
    expect(blocks[0]!.data).toMatchObject({ heading: 'Tide Tables', height: 400 })
    expect(blocks.every(({ key }) => /^[A-Za-z0-9_-]{1,64}$/.test(key))).toBe(true)

    await page.getByRole('button', { name: 'Close all' }).click()
    expect(await page.getByRole('textbox', { name: 'Heading' }).count()).toBe(0)
    await card('Hero').click()
    expect(await page.getByRole('textbox', { name: 'Heading' }).inputValue()).toBe('Tide Tables')
  })

  journey('a page is built, ordered and corrected by keyboard alone', async () => {
    const { page, visitor, stored, add, said, card } = await openPage(fixture, [])
    await add.focus()
    await page.keyboard.press('/')
    await page.keyboard.type('opener')
    await page.keyboard.press('Enter')
    await page.keyboard.type('First')
    await add.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'id', (await add.getAttribute('id'))!)
    await page.keyboard.press('Enter')
    await page.keyboard.type('words')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second')
    await card('Quote').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await said('Quote “Second” moved to place 1 of 2.')
    expect(namesOf(await stored())).toEqual(['saying', 'opener'])

    // The blocks are not moved from within their texts.
    await page.getByRole('textbox', { name: 'Heading' }).press('Alt+ArrowUp')
    expect(namesOf(await stored())).toEqual(['saying', 'opener'])

    await page.getByRole('button', { name: 'Remove Quote “Second”' }).press('Enter')
    await page.getByText('Quote “Second” is removed.').waitFor()
    expect(namesOf(await stored())).toEqual(['opener'])
    await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter')
    await said('Quote “Second” is back.')
    expect(namesOf(await stored())).toEqual(['saying', 'opener'])
    await expectAccessible(visitor)
  })

  journey('blocks are dragged, moved to a place and duplicated with keys of their own', async () => {
    const { page, stored, said, card } = await openPage(fixture, three)
    await page.getByRole('button', { name: /^Move Hero “Tide Tables”/ }).click()
    await page.getByRole('menuitem', { name: 'Move to place …' }).click()
    await page.getByRole('textbox', { name: 'Place' }).fill('3')
    await page.keyboard.press('Enter')
    await said('Hero “Tide Tables” moved to place 3 of 3.')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const grip = page.getByRole('button', { name: /^Move Section “More”/ })
    await grip.dragTo(card('Quote'), { targetPosition: { x: 5, y: 2 } })
    await said('Section “More” moved to place 1 of 3.')
    expect((await stored()).map(({ key }) => key)).toEqual(['s1', 'q1', 'h1'])

    await page.getByRole('button', { name: 'Actions for Section “More”' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await said('Section “More” duplicated.')
    const [first, second] = await stored()
    expect(namesOf(await stored())).toEqual(['section', 'section', 'saying', 'opener'])
    expect(second!.key).not.toBe(first!.key)
    const innerKey = ({ data }: Block) => (data.items as Block[])[0]!.key
    expect(innerKey(second!)).not.toBe(innerKey(first!))
  })

  journey(
    'a block is inserted between two others, and what is open and was used last is remembered',
    async () => {
      const { page, visitor, id, stored, card, said } = await openPage(fixture, three)
      const insert = page.getByRole('button', { name: 'Add a block before Quote “The sea is patient.”' })
      await insert.click()
      await page.getByRole('option', { name: /^Section/ }).click()
      await said('Section added at place 2.')
      await page.keyboard.type('Between')
      await insert.focus()
      await expectAccessible(visitor)
      await page.keyboard.press('Enter')
      expect(await page.locator('.component-option').first().textContent()).toContain('Section')
      await page.keyboard.press('Escape')
      await expectFocus(page, 'id', (await insert.getAttribute('id'))!)
      await page.keyboard.press('Enter')
      await page.keyboard.type('quote')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Third')
      expect(namesOf(await stored())).toEqual(['opener', 'section', 'saying', 'saying', 'section'])
      await card('Third').click()

      await page.reload()
      await page.locator('.block-toggle[aria-expanded=true]', { hasText: 'Between' }).waitFor()
      await page.locator('.block-toggle[aria-expanded=false]', { hasText: 'Third' }).waitFor()
      await page.getByRole('button', { name: 'Close all' }).click()
      await openEntry(visitor, 'landings', id)
      await page.locator('.block-toggle[aria-expanded=false]', { hasText: 'Between' }).waitFor()
      await page.setViewportSize({ width: 390, height: 800 })
      await insert.click()
      expect(await page.locator('.component-option').allTextContents()).toEqual([
        expect.stringContaining('Quote'),
        expect.stringContaining('Section'),
        expect.stringContaining('Hero'),
      ])
      expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
      await expectAccessible(visitor)
    },
  )

  journey('blocks stand in blocks, and each list moves its own', async () => {
    const { page, visitor, stored, card, said } = await openPage(fixture, three)
    await card('Section').click()
    await page.locator('.block .blocks-add').click()
    await page.getByRole('option', { name: /^Hero/ }).click()
    await page.keyboard.type('Deep')
    await page.getByText('Section “More” › Hero “Deep”').waitFor()
    await card('Deep').press('Alt+ArrowUp')
    await said('Hero “Deep” moved to place 1 of 2.')
    const [, , outer] = await stored()
    expect(outer!.component).toBe('section')
    expect(namesOf(outer!.data.items as Block[])).toEqual(['opener', 'saying'])
    await expectAccessible(visitor)
  })

  journey('a problem in a block is on its card, and leads to the field', async () => {
    const sections = [
      three[1]!,
      {
        component: 'section',
        key: 's1',
        data: { title: 'More', items: [{ component: 'opener', key: 'h2', data: {} }] },
      },
    ]
    const { page, visitor } = await openPage(fixture, sections)
    await page.getByRole('button', { name: '1 problem in Section “More”: go to the first' }).waitFor()
    await page.locator('.form-summary-line').click()
    const heading = page.getByRole('textbox', { name: 'Heading' })
    await heading.waitFor()
    await expectFocus(page, 'id', (await heading.getAttribute('id'))!)
    await page.keyboard.press('Tab')
    await page.getByText('Heading is required.').waitFor()
    expect(await heading.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(visitor)
    await heading.fill('Here')
    await page.locator('.form-summary').waitFor({ state: 'detached' })
    expect(await page.locator('.block-problems').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Height' }).fill('12.')
    await page.getByRole('textbox', { name: 'Height' }).blur()
    await page.getByText(/^Not saved: Height/).waitFor()
  })

  journey(
    'what others change comes in beside what is typed, and a conflict stands in its block',
    async () => {
      const { page, visitor, id, stored, card } = await openPage(fixture, three)
      await card('Hero').click()
      const heading = page.getByRole('textbox', { name: 'Heading' })
      const { draftVersion } = await readEntry(page, id)
      const changes = {
        'sections/h1/height': 500,
        'sections/h1/heading': 'Theirs',
        'sections/q1/text': 'New',
      }
      await manageAs(page, 'PATCH', `/entries/${id}`, { draftVersion, data: changes })
      visitor.allows(`409 PATCH /api/v1/entries/${id}`)
      await heading.fill('Mine')
      await page.getByRole('textbox', { name: 'Height' }).focus()
      const conflict = page.getByRole('group', { name: 'Conflict in Heading' })
      await conflict.waitFor()
      await card('New').waitFor()
      expect(await page.getByRole('textbox', { name: 'Height' }).inputValue()).toBe('500')
      await page
        .getByText(/^You changed this in another window/)
        .first()
        .waitFor()
      await expectAccessible(visitor)

      // The card leads to the conflict, when it is closed too.
      await page.setViewportSize({ width: 390, height: 800 })
      await page.getByRole('button', { name: 'Close all' }).click()
      await page.getByRole('button', { name: '1 problem in Hero “Mine”: go to the first' }).press('Enter')
      await expectFocus(page, 'id', (await heading.getAttribute('id'))!)
      expect(await heading.inputValue()).toBe('Mine')
      expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
      await expectAccessible(visitor)
      await conflict.getByRole('button', { name: 'Keep mine' }).click()
      await conflict.waitFor({ state: 'detached' })
      expect((await stored())[0]!.data).toMatchObject({ heading: 'Mine', height: 500 })
    },
  )

  journey('a single block is added and removed', async () => {
    const { page, id } = await openPage(fixture, [])
    await page.getByRole('button', { name: 'Add Search engines' }).click()
    await page.keyboard.type('Long enough to be too long')
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, id)).data.seo).toMatchObject({
      component: 'seo',
      data: { summary: 'Long enough to be too long' },
    })
    await page.getByRole('button', { name: /^Remove Search engines/ }).click()
    await awaitStatus(page, savedAt)
    expect((await readEntry(page, id)).data.seo).toBeNull()
  })

  journey('the pages of the demo show what is in their blocks, in each variant', async () => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    const { page } = visitor
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await openEntry(visitor, 'landingPages', 'landing-halligen')
      await page.locator('.block-toggle', { hasText: 'A Hallig is an island' }).waitFor()
      const picture = page.locator('.block-toggle', { hasText: 'Large picture' }).locator('img')
      expect(await picture.boundingBox()).toMatchObject({ width: 32, height: 32 })
      expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
      await expectAccessible(visitor)
    }
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('readers-de')
    await page.locator('.block-toggle', { hasText: 'Wo das Meer an die Tür kommt' }).waitFor()
  })

  journey('a page is built on a phone', async () => {
    const { page, visitor, stored, add } = await openPage(fixture, three, { width: 390 })
    await add.scrollIntoViewIfNeeded()
    await add.click()
    await page.getByRole('option', { name: /^Hero/ }).click()
    await page.keyboard.type('Small')
    expect(namesOf(await stored())).toEqual(['opener', 'saying', 'section', 'opener'])
    await page.getByRole('button', { name: 'Open all' }).click()
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
    await expectAccessible(visitor)
  })
})
