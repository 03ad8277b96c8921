// The preview beside the form, with a site on another origin: what is saved is shown, a click in the page opens its field,
// and a page that cannot be shown is offered in a new tab.
import { beforeAll, expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { openWithSite, showPreview } from '../kit/browser/open-preview.ts'
import { expectAccessible } from '../kit/browser/page-checks.ts'
import { type PreviewSite, servePreviewSite } from '../kit/browser/preview-site.ts'
import { until } from '../kit/until.ts'

describeInBrowser('the preview', (fixture, journey) => {
  let site: PreviewSite
  beforeAll(async () => {
    site = await servePreviewSite(fixture.url)
  })
  const open = (path?: string) => openWithSite(fixture, site, path)

  journey('shows each save, and follows a changed slug', async () => {
    const { visitor, page, frame } = await open()
    await showPreview(visitor)
    await frame.getByRole('heading', { name: 'Tide Tables' }).waitFor()
    await expectAccessible(visitor)
    await page.locator('[id="field:/data/title"]').fill('Tides of the north')
    await frame.getByRole('heading', { name: 'Tides of the north' }).waitFor()
    await page.getByRole('button', { name: 'Edit slug' }).click()
    await page.getByRole('textbox', { name: 'Slug', exact: true }).fill('northern-tides')
    await page.getByRole('textbox', { name: 'Slug', exact: true }).press('Enter')
    await until(() => site.requests.some(({ path }) => path === '/books/northern-tides'))
    await frame.getByRole('heading', { name: 'Tides of the north' }).waitFor()
  })

  journey('opens the field of a part that is clicked, and outlines a field with the focus', async () => {
    const { visitor, page, frame } = await open()
    await showPreview(visitor)
    const blurb = page.locator('[id="field:/data/blurb"]')
    await frame.getByRole('heading').first().click()
    const title = page.locator('[id="field:/data/title"]')
    await until(() => title.evaluate(element => element === document.activeElement))
    await blurb.focus()
    const part = frame.locator('p[data-frontlist$="#blurb"]')
    await until(async () => {
      const [text, box] = await Promise.all([
        part.boundingBox(),
        frame.locator('html > div').first().boundingBox(),
      ])
      const view = await page.locator('.preview-window').boundingBox()
      if (!text || !box || !view) return false
      return Math.abs(text.y - box.y) < 2 && text.y >= view.y && text.y < view.y + view.height
    })
    // The field keeps the focus.
    expect(await blurb.evaluate(element => element === document.activeElement)).toBe(true)
  })

  journey(
    'opens the field of a block that is clicked, and outlines the block of a field with the focus',
    async () => {
      const { visitor, page, frame } = await open('/s/demo/content/landingPages/landing-halligen')
      await showPreview(visitor)
      const heading = page.locator('[id="field:/data/sections/top/heading"]')
      expect(await heading.count()).toBe(0)
      await frame.getByRole('heading', { name: 'Where the sea comes to the door' }).click()
      await until(() => heading.evaluate(element => element === document.activeElement))
      await page.locator('[id="field:/data/sections/top/intro"]').focus()
      const block = frame.locator('section[data-frontlist$="#sections/top"]')
      await until(async () => {
        const [shown, box] = await Promise.all([
          block.boundingBox(),
          frame.locator('html > div').first().boundingBox(),
        ])
        return shown !== null && box !== null && Math.abs(shown.height - box.height) < 2
      })
    },
  )

  journey('offers a new tab for a page that does not respond', async () => {
    for (const behaviour of ['refuses', 'silent'] as const) {
      const { visitor, page } = await open()
      if (behaviour === 'refuses')
        visitor.expects(/Refused to display|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE/)
      site.behaviour = behaviour
      await showPreview(visitor)
      await page.getByText('The page has not responded').waitFor()
      expect(await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toStartWith(
        site.url,
      )
    }
  })

  journey('ignores messages of other windows and origins', async () => {
    const { visitor, page, frame } = await open()
    await showPreview(visitor)
    await frame.getByRole('heading').first().waitFor()
    const address = page.url()
    await page.evaluate(() => window.postMessage({ frontlist: 'open', edit: 'authors/edwin-loam' }, '*'))
    // A message of the page itself comes after the other one, and is the first that counts.
    await frame.getByRole('heading').first().click()
    const title = page.locator('[id="field:/data/title"]')
    await until(() => title.evaluate(element => element === document.activeElement))
    expect(page.url()).toBe(address)
  })

  journey('has its sites and pages set, and is shared with a link that is revoked', async () => {
    const { visitor, page } = await open()
    await page.goto('/s/demo/model/books')
    await visitor.settle()
    await page.getByRole('button', { name: /^Space: / }).click()
    await page.getByRole('menuitem', { name: 'Preview sites' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add a site' }).click()
    await dialog.getByLabel('Name of site 2').fill('Evil')
    await dialog.getByLabel('Address of site 2').fill('http://example.org')
    visitor.expects('400 PATCH /api/dashboard/spaces/demo')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^Must be an origin with https/).waitFor()
    await expectAccessible(visitor)
    await dialog.getByRole('button', { name: 'Remove site 2' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The preview sites are saved.').waitFor()

    await page.goto('/s/demo/content/books/book-tide-tables')
    await visitor.settle()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Share a preview' }).click()
    await dialog.getByRole('textbox', { name: 'Label' }).fill('For Ragnhild')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(link).toStartWith(`${site.url}/api/preview?token=flpv_`)
    expect((await page.request.get(link)).status()).toBe(200)
    await expectAccessible(visitor)
    await dialog.getByText('For Ragnhild').waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('For Ragnhild').waitFor({ state: 'detached' })
    expect((await page.request.get(link)).status()).toBe(401)
  })
})
