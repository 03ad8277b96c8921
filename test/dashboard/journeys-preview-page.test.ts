// The page in the preview shows entries without a page of their own, follows the variant of the form, selects the outer part
// on Escape, shows a bar outside the frame, and keeps its cookie where browsers block those of other sites.
import { beforeAll, expect } from 'bun:test'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { openWithSite, showPreview } from '../kit/browser/open-preview.ts'
import { type PreviewSite, servePreviewSite } from '../kit/browser/preview-site.ts'
import { until } from '../kit/until.ts'

describeInBrowser('the page in the preview', (fixture, journey) => {
  let site: PreviewSite
  beforeAll(async () => {
    site = await servePreviewSite(fixture.url)
  })

  const open = (path?: string) => openWithSite(fixture, site, path)

  /** As a browser that is set to block cookies of other sites does. Cookies of the frame's partition are none of these. */
  const blockCookiesOfOtherSites = async ({ page }: Visitor) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCookieControls', {
      enableThirdPartyCookieRestriction: true,
      disableThirdPartyCookieMetadata: true,
      disableThirdPartyCookieHeuristics: true,
    })
  }

  journey(
    'shows the draft where cookies of other sites are blocked, if its cookie is partitioned',
    async () => {
      const { visitor, frame } = await open()
      await blockCookiesOfOtherSites(visitor)
      await showPreview(visitor)
      await frame.getByRole('heading', { name: 'Tide Tables' }).waitFor()
      expect(site.requests.findLast(({ path }) => path === '/books/tide-tables')?.cookie).toContain('flpv_')
    },
  )

  journey('is offered in a new tab where its cookie is blocked, and shows the draft there', async () => {
    const { visitor, page } = await open()
    await blockCookiesOfOtherSites(visitor)
    site.behaviour = 'unpartitioned'
    visitor.expects('404 GET /books/tide-tables')
    await showPreview(visitor)
    await page.getByText('The page has not responded').waitFor()
    expect(site.requests.findLast(({ path }) => path === '/books/tide-tables')?.cookie).toBeNull()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open in a new tab' }).click(),
    ])
    await tab.getByRole('heading', { name: 'Tide Tables' }).waitFor()
    // The page of the site says what it is, until when, and how to leave.
    await tab.getByText(/^Preview, until \d\d:\d\d/).waitFor()
    expect(await tab.getByRole('link', { name: 'Leave' }).getAttribute('href')).toBe('/leave')
    // The token is in the cookie, and no longer in the address.
    expect(tab.url()).toBe(`${site.url}/books/tide-tables`)
  })

  journey('opens the part around the innermost one after Escape', async () => {
    const { visitor, page, frame } = await open()
    await showPreview(visitor)
    const heading = frame.getByRole('heading', { name: 'Tide Tables' })
    const article = frame.locator('article')
    const outline = frame.locator('html > div').nth(1)
    const outlines = (part: typeof heading) =>
      until(async () => {
        const [shown, wanted] = await Promise.all([outline.boundingBox(), part.boundingBox()])
        return shown !== null && wanted !== null && Math.abs(shown.height - wanted.height) < 2
      })
    // Keys go to the window that has the focus.
    await frame.getByRole('link').focus()
    await heading.hover()
    await outlines(heading)
    await frame.getByRole('link').press('Escape')
    await outlines(article)
    const opened = page.evaluate(
      () => new Promise(done => window.addEventListener('message', ({ data }) => done(data), { once: true })),
    )
    // The pointer stays where it is.
    await page.mouse.down()
    await page.mouse.up()
    expect(await opened).toEqual({ frontlist: 'open', edit: 'books/book-tide-tables' })
  })

  journey('follows the variant of the form', async () => {
    const { visitor, page, frame } = await open()
    await showPreview(visitor)
    await frame.getByRole('heading', { name: 'Tide Tables' }).waitFor()
    const asked = () => site.requests.findLast(({ path }) => path === '/api/preview')?.search.get('variants')
    expect(asked()).toBe('')
    await page.getByRole('combobox', { name: 'Variant' }).selectOption({ index: 1 })
    const variant = await page.getByRole('combobox', { name: 'Variant' }).inputValue()
    await until(() => variant !== '' && asked() === variant)
    await frame.getByRole('heading').first().waitFor()
  })

  journey('is one of an entry that leads to it, for an entry without a page of its own', async () => {
    const { visitor, page, frame } = await open('/s/demo/model/authors')
    const model = '/api/v1/collections/authors'
    const headers = { Origin: fixture.url, 'Frontlist-Space': 'demo' }
    const { doc } = await (await page.request.get(model, { headers })).json()
    const changed = await page.request.post(`${model}/changes`, {
      headers,
      data: {
        modelVersion: doc.modelVersion,
        operations: [{ op: 'set', properties: { previewUrl: null } }],
      },
    })
    expect(changed.status()).toBe(200)
    await page.goto('/s/demo/content/authors/author-maelle-kerzoriou')
    await visitor.settle()
    await showPreview(visitor)
    await frame.getByRole('heading').first().waitFor()
    const pages = page.getByRole('combobox', { name: 'Page', exact: true })
    const titles = await pages.getByRole('option').allTextContents()
    expect(titles.length).toBeGreaterThan(1)
    await pages.selectOption({ label: titles.at(-1)! })
    await frame.getByRole('heading', { name: titles.at(-1)! }).waitFor()
  })
})
