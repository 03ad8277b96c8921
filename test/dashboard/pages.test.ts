// Every page at the width of a phone and of a desk, in light and in dark: axe, console, width, calm, a picture.
import { afterAll, expect } from 'bun:test'
import { dashboardPages } from '../../src/dashboard/pages.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectWhole, measureOverhang } from '../kit/browser/page-checks.ts'

type PageName = keyof typeof dashboardPages

const beforeSignIn: readonly PageName[] = ['signIn', 'setup', 'invitation']
const usable: string[] = []

function toAddress(path: string): string {
  return path
    .replace('{space}', 'demo')
    .replace('{collection}', 'books')
    .replace('{entry}', 'book-tide-tables')
}

function toFileName(name: PageName): string {
  return name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

afterAll(() => {
  if (usable.length > 0) process.stdout.write(`usable after, at first and then:\n${usable.join('\n')}\n`)
})

describeInBrowser('pages', (fixture, journey) => {
  journey('each has the logo as its icon, an SVG of this server', async () => {
    const { page } = await fixture.visit()
    await page.goto('/sign-in')
    const href = (await page.locator('link[rel="icon"]').getAttribute('href')) ?? ''
    const response = await page.request.get(href)
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(await response.text()).toStartWith('<svg ')
  })

  journey(
    'each is set in the typeface that comes with it, of which only the letters in use are loaded',
    async () => {
      const { page } = await fixture.visit()
      const loaded: string[] = []
      page.on('response', response => {
        if (!response.url().endsWith('.woff2')) return
        const {
          'content-type': type,
          'cache-control': caching,
          'content-encoding': coding,
        } = response.headers()
        loaded.push(`${new URL(response.url()).pathname} ${type} ${caching} ${coding}`)
      })
      await page.goto('/sign-in')
      await page.locator('h1').waitFor()
      await page.evaluate('document.fonts.ready')
      expect(await page.evaluate(`document.fonts.check('14px "Inter Variable"')`)).toBe(true)
      const [one = '', ...others] = loaded
      expect(one).toMatch(
        /^\/assets\/inter-latin-wght-normal-\w+\.woff2 font\/woff2 public, max-age=31536000, immutable undefined$/,
      )
      expect(others).toEqual([])
    },
  )

  for (const name of Object.keys(dashboardPages) as PageName[]) {
    journey(`${name} is whole at each width and in each scheme`, async () => {
      const ada = await fixture.createUser('ada@example.com', 'owner')
      const visitor = await fixture.visit(beforeSignIn.includes(name) ? {} : { as: ada })
      const times = await expectWhole(visitor, toAddress(dashboardPages[name]), toFileName(name))
      for (const width of [320, 390]) {
        await visitor.page.setViewportSize({ width, height: 800 })
        await visitor.settle()
        expect([width, await measureOverhang(visitor.page)]).toEqual([width, 0])
      }
      usable.push(`  ${name.padEnd(12)} ${times.map(time => `${time.toFixed(0)} ms`).join(', ')}`)
    })
  }
})
