// Journeys through the form of a variant of a page of blocks: fields overridden one by one, filters, a list of its own,
// conflicts and comparing.
import { beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type BrowserFixture, describeInBrowser } from '../kit/browser/browser.ts'
import { openWithSite, showPreview } from '../kit/browser/open-preview.ts'
import { expectAccessible, expectFocus, measureOverhang } from '../kit/browser/page-checks.ts'
import { type PreviewSite, servePreviewSite } from '../kit/browser/preview-site.ts'
import { until } from '../kit/until.ts'
import { components, landings } from './block-models.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'

let count = 0

const page3 = {
  title: 'A page',
  sections: [
    { component: 'opener', key: 'h1', data: { heading: 'Tide Tables', height: 400 } },
    { component: 'saying', key: 'q1', data: { text: 'The sea is patient.' } },
    {
      component: 'section',
      key: 's1',
      data: { title: 'More', items: [{ component: 'saying', key: 'q2', data: { text: 'Inside.' } }] },
    },
  ],
  seo: { component: 'seo', key: 'x', data: { summary: 'Short' } },
}

/** Opens a page in the variant "German" of its form. */
async function openGerman(fixture: BrowserFixture, overlay: object = {}, { width = 1280 } = {}) {
  const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
  const { page } = visitor
  await page.setViewportSize({ width, height: 900 })
  await page.goto('/s/demo')
  for (const model of [...components, landings]) await manageAs(page, 'POST', '/collections', model)
  await manageAs(page, 'POST', '/variants', { id: 'de', name: 'German', kind: 'locale' })
  count++
  const id = `translated-${count}`
  const variants = Object.keys(overlay).length > 0 ? { de: overlay } : {}
  const entry = { id, collection: 'landings', slug: id, data: page3, variants }
  await manageAs(page, 'POST', '/entries', entry)
  await openEntry(visitor, 'landings', id)
  const choose = () => page.getByRole('combobox', { name: 'Variant' }).selectOption('de')
  await choose()
  const german = async () => {
    await awaitStatus(page, savedAt)
    return (await readEntry(page, id)).variants.de
  }
  return { visitor, page, id, german, choose, ...partsOf(page) }
}

function partsOf(page: Page) {
  return {
    card: (name: string | RegExp) => page.locator('.block-toggle', { hasText: name }),
    heading: page.getByRole('textbox', { name: 'Heading' }),
    filter: (name: RegExp) => page.locator('.shown-to').getByRole('button', { name }),
    /** Whether the text of an input is as pale as that of a value for everyone. */
    isGrey: async (name: string) => {
      const input = page.getByRole('textbox', { name, exact: true })
      return (
        (await input.evaluate(element => element.closest('.form-field')?.hasAttribute('data-inherited'))) ===
        true
      )
    },
  }
}

describeInBrowser('blocks in a variant', (fixture, journey) => {
  let site: PreviewSite
  beforeAll(async () => {
    site = await servePreviewSite(fixture.url)
  })
  journey(
    'a field of a block shows the value for everyone until it is overridden, and is reset',
    async () => {
      const { page, visitor, german, card, heading, isGrey } = await openGerman(fixture)
      await page.getByText('Blocks and their order are those for everyone.').first().waitFor()
      for (const name of [/^Add block/, /^Remove/, /^Actions for/, /^Move/]) {
        expect(await page.locator('.entry-form').getByRole('button', { name }).count()).toBe(0)
      }
      await card('Hero').click()
      expect(await heading.inputValue()).toBe('Tide Tables')
      expect(await isGrey('Heading')).toBe(true)
      expect(await page.getByRole('button', { name: /^Reset/ }).count()).toBe(0)
      await heading.fill('Gezeiten')
      await heading.blur()
      expect(await german()).toEqual({ 'sections/h1/heading': 'Gezeiten' })
      expect(await isGrey('Heading')).toBe(false)
      expect(await isGrey('Height')).toBe(true)
      await card('Gezeiten').waitFor()
      expect(await page.getByRole('button', { name: /^Reset/ }).count()).toBe(1)
      await card('Section').click()
      await card('Inside.').click()
      await page.getByRole('textbox', { name: 'Text', exact: true }).last().fill('Drinnen.')
      await page.getByRole('textbox', { name: 'Summary' }).fill('Kurz')
      await page.getByText('German overrides 3 of').waitFor()
      await page.getByRole('textbox', { name: 'Summary' }).blur()
      expect(await german()).toEqual({
        'sections/h1/heading': 'Gezeiten',
        'sections/s1/items/q2/text': 'Drinnen.',
        'seo/summary': 'Kurz',
      })
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Reset Heading' }).click()
      await page.locator('[id="field:/variants/de/sections/h1/heading"]:focus').waitFor()
      expect(await heading.inputValue()).toBe('Tide Tables')
      await page.getByText('German overrides 2 of').waitFor()
      await page.keyboard.press('Control+z')
      await card('Gezeiten').waitFor()
      await heading.blur()
      expect(await german()).toMatchObject({ 'sections/h1/heading': 'Gezeiten' })
    },
  )

  journey('a page is translated by keyboard alone, what is not translated first', async () => {
    const { page, visitor, german, filter, card } = await openGerman(fixture, { title: 'Eine Seite' })
    await filter(/^Not translated \(5\)/).focus()
    await page.keyboard.press('Enter')
    const texts = page.locator(
      '.entry-form .form-field:not([data-path$=sections]):not([data-path$=items]) input, .entry-form textarea',
    )
    await card('Hero').waitFor()
    const first = page.getByRole('textbox', { name: 'Heading' })
    await first.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Gezeiten')
    expect(await page.getByRole('textbox', { name: 'Height' }).count()).toBe(0)
    const inner = page.getByRole('textbox', { name: 'Text', exact: true }).last()
    await inner.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Drinnen.')
    // Fields stay while they are typed in, and go with the next choice of a filter.
    await filter(/^Not translated \(3\)/).focus()
    await page.keyboard.press('Enter')
    expect(await card('Hero').count()).toBe(0)
    await page.getByText('1 other block has no such field.').first().waitFor()
    expect(await german()).toEqual({
      title: 'Eine Seite',
      'sections/h1/heading': 'Gezeiten',
      'sections/s1/items/q2/text': 'Drinnen.',
    })
    await filter(/^Overridden \(3\)/).focus()
    await page.keyboard.press('Enter')
    await card('Gezeiten').waitFor()
    expect(await card('Quote').count()).toBe(1)
    expect(await page.getByRole('textbox', { name: 'Summary' }).count()).toBe(0)
    expect(await texts.count()).toBe(3)
    await expectAccessible(visitor)
  })

  journey('overrides are marked once the base has changed after them', async () => {
    const overlay = { 'sections/h1/heading': 'Gezeiten', 'sections/q1/text': 'Geduld.', title: 'Seite' }
    const { page, visitor, id, filter, card, choose, german } = await openGerman(fixture, overlay)
    await filter(/^Outdated \(0\)/).click()
    await page.getByText('No override is outdated.').waitFor()
    await manageAs(page, 'PATCH', `/entries/${id}`, {
      draftVersion: 1,
      data: { title: 'Another page', 'sections/h1/heading': 'Tides' },
    })
    await openEntry(visitor, 'landings', id)
    await choose()
    await filter(/^Outdated \(2\)/).click()
    await card('Gezeiten').waitFor()
    expect(await card('Quote').count()).toBe(0)
    expect(await page.getByText('For everyone, changed since').count()).toBe(2)
    await page.locator('.form-everyone', { hasText: 'Tides' }).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('textbox', { name: 'Heading' }).fill('Ebbe')
    await page.getByRole('textbox', { name: 'Heading' }).blur()
    expect(await german()).toMatchObject({ 'sections/h1/heading': 'Ebbe' })
    await filter(/^Outdated \(1\)/).waitFor()
  })

  journey('a list of its own begins as it is shown, and is given up again', async () => {
    const overlay = { 'sections/h1/heading': 'Gezeiten' }
    const { page, visitor, german, card } = await openGerman(fixture, overlay)
    const use = page.getByRole('button', { name: 'Use a list of its own: Sections' })
    await use.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('do not change it any more').waitFor()
    await dialog.getByText('The value that is overridden in it now becomes part of it').waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(page, 'ariaLabel', 'Use a list of its own: Sections')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Use a list of its own' }).press('Enter')
    await page.getByText('This variant has a list of its own').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(page, 'ariaLabel', 'Use the blocks for everyone again: Sections')
    expect(await german()).toMatchObject({
      sections: [{ key: 'h1', data: { heading: 'Gezeiten' } }, { key: 'q1' }, { key: 's1' }],
    })
    await page.getByRole('button', { name: /^Remove Quote/ }).click()
    expect(((await german()) as { sections: object[] }).sections).toHaveLength(2)
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Use the blocks for everyone again: Sections' }).click()
    await dialog.getByText('is discarded').waitFor()
    await dialog.getByRole('button', { name: 'Use the blocks for everyone again' }).click()
    await use.waitFor()
    await card('Tide Tables').waitFor()
    await awaitStatus(page, savedAt)
    await page.waitForFunction(() => document.querySelectorAll('[role=dialog]').length === 0)
    expect(await german()).toBeUndefined()
    // Undoing brings back the list, then its block, and then the value that was overridden by itself.
    for (const _ of [1, 2, 3]) await page.keyboard.press('Control+z')
    await card('Gezeiten').waitFor()
    await use.waitFor()
    await page.getByText('German overrides 1 of').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).first().focus()
    await page.keyboard.press('Tab')
    await awaitStatus(page, savedAt)
    expect(await german()).toEqual(overlay)
  })

  journey('a conflict and a problem stand beside the field in the block', async () => {
    const { page, visitor, id, german, card, heading } = await openGerman(fixture)
    await card('Hero').click()
    await manageAs(page, 'PATCH', `/entries/${id}`, {
      draftVersion: 1,
      variants: { de: { 'sections/h1/heading': 'Ihre', 'seo/summary': 'Viel länger als es sein darf' } },
    })
    visitor.allows(`409 PATCH /api/v1/entries/${id}`)
    await heading.fill('Meine')
    await page.getByRole('textbox', { name: 'Height' }).focus()
    const conflict = page.getByRole('group', { name: 'Conflict in Heading' })
    await conflict.waitFor()
    expect(await page.locator('.block .form-conflict').count()).toBe(1)
    await page.getByText('Summary must have at most 20 characters.').waitFor()
    await page.getByRole('button', { name: '1 problem in Hero “Meine”: go to the first' }).waitFor()
    await expectAccessible(visitor)
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await conflict.waitFor({ state: 'detached' })
    expect(await german()).toMatchObject({ 'sections/h1/heading': 'Meine' })
  })

  journey('comparing names the block and the field of an override', async () => {
    const { page, visitor, id, german, card, heading } = await openGerman(fixture)
    await manageAs(page, 'POST', `/entries/${id}/publish`, { draftVersion: 1 })
    await openEntry(visitor, 'landings', id)
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('de')
    await card('Hero').click()
    await heading.fill('Gezeiten')
    await heading.blur()
    await german()
    await page.locator('.short-changes', { hasText: 'Sections for German' }).waitFor()
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click()
    const change = page.getByRole('region', { name: 'What will change' })
    await change.getByText('Sections for German').waitFor()
    await change.getByText('Hero “Gezeiten”').waitFor()
    await change.locator('dt', { hasText: 'Heading' }).waitFor()
    expect(await change.textContent()).not.toContain('sections/')
    await expectAccessible(visitor)
  })

  journey('a click on a text of a block in the preview focuses its field in the variant', async () => {
    const path = '/s/demo/content/landingPages/landing-halligen'
    const { visitor, page, frame } = await openWithSite(fixture, site, path)
    const german = { 'sections/top/heading': 'Wo das Meer wartet' }
    for (const change of [{ sections: null }, german]) {
      const { draftVersion } = await readEntry(page, 'landing-halligen')
      await manageAs(page, 'PATCH', '/entries/landing-halligen', {
        draftVersion,
        variants: { 'readers-de': change },
      })
    }
    await openEntry(visitor, 'landingPages', 'landing-halligen')
    await page.getByRole('combobox', { name: 'Variant' }).selectOption('readers-de')
    await showPreview(visitor)
    const heading = page.locator('[id="field:/variants/readers-de/sections/top/heading"]')
    expect(await heading.count()).toBe(0)
    await frame.getByRole('heading', { name: 'Wo das Meer wartet' }).click()
    await until(() => heading.evaluate(element => element === document.activeElement))
    await page.locator('[id="field:/variants/readers-de/sections/top/intro"]').focus()
    const block = frame.locator('section[data-frontlist$="#sections/top"]')
    await until(async () => {
      const [shown, box] = await Promise.all([
        block.boundingBox(),
        frame.locator('html > div').first().boundingBox(),
      ])
      return shown !== null && box !== null && Math.abs(shown.height - box.height) < 2
    })
    // A filter that hides the field gives way to it.
    await page
      .locator('.shown-to')
      .getByRole('button', { name: /^Outdated/ })
      .click()
    await heading.waitFor({ state: 'detached' })
    await frame.getByRole('heading', { name: 'Wo das Meer wartet' }).click()
    await until(() => heading.evaluate(element => element === document.activeElement))
  })

  journey('a page is translated on a phone', async () => {
    const overlay = { 'sections/h1/heading': 'Gezeiten mit einem ziemlich langen Titel' }
    const { page, visitor, german, card } = await openGerman(fixture, overlay, { width: 390 })
    await card('Section').click()
    await card('Inside.').click()
    await card('Hero').click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).last().fill('Drinnen.')
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Use a list of its own: Items' }).click()
    const dialog = page.getByRole('dialog')
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: 'Use a list of its own' }).click()
    await page.getByText('This variant has a list of its own').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await german()).toMatchObject({ 'sections/s1/items': [{ key: 'q2', data: { text: 'Drinnen.' } }] })
    expect(await measureOverhang(page)).toBeLessThanOrEqual(0)
  })
})
