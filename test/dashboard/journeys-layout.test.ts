// How pages look where that can be measured: pictures without strips beside them, a search that can be read on a phone, and
// a menu in one colour.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { until } from '../kit/until.ts'

describeInBrowser('the layout', (fixture, journey) => {
  const visit = async (path: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.goto(path)
    return visitor
  }

  journey('has the pattern of transparent pictures behind the picture and not beside it', async () => {
    const { page } = await visit('/s/demo/content/books/book-tide-tables')
    const shapes = async (selector: string) => {
      await page.locator(selector).first().scrollIntoViewIfNeeded()
      const read = () =>
        page.evaluate<number[]>(`[...document.querySelectorAll('${selector}')]
          .filter(one => one.complete && one.naturalWidth > 0)
          .map(one => one.clientWidth / one.clientHeight / (one.naturalWidth / one.naturalHeight))`)
      await until(async () => (await read()).length > 0)
      return read()
    }
    for (const shape of await shapes('img.asset-picture')) expect(Math.abs(shape - 1)).toBeLessThan(0.03)
    await page.goto('/s/demo/media?file=cover-tide-tables')
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByRole('dialog').locator('img.file-large').waitFor()
    for (const shape of await shapes('img.file-large')) expect(Math.abs(shape - 1)).toBeLessThan(0.03)
  })

  journey('of Media on a phone has room for what its search looks at', async () => {
    const { page } = await visit('/s/demo/media')
    await page.setViewportSize({ width: 390, height: 800 })
    const search = page.getByRole('searchbox', { name: 'File name or title' })
    const [row, input] = [page.locator('.list-toolbar'), search].map(one => one.boundingBox())
    expect((await input!)!.width).toBeGreaterThan((await row!)!.width * 0.9)
  })

  journey('of the menu on a phone has no shade of the sidebar', async () => {
    const { page } = await visit('/s/demo')
    await page.setViewportSize({ width: 390, height: 700 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const pages = page.getByRole('dialog', { name: 'Menu' }).locator('.sidebar-pages')
    await pages.waitFor()
    const shade = await page.evaluate(
      `getComputedStyle(document.querySelector('.mantine-Drawer-body .sidebar-pages')).backgroundImage`,
    )
    expect(shade).toBe('none')
  })
})
