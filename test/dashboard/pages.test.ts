// Every page at the width of a phone and of a desk, in light and in dark: axe, console, width, calm, a picture.
import { afterAll, expect } from 'bun:test'
import { dashboardPages } from '../../src/dashboard/pages.ts'
import { describeInBrowser } from '../kit/browser.ts'
import { expectWhole } from '../kit/page-checks.ts'

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

  for (const name of Object.keys(dashboardPages) as PageName[]) {
    journey(`${name} is whole at each width and in each scheme`, async () => {
      const ada = await fixture.createUser('ada@example.com', 'owner')
      const visitor = await fixture.visit(beforeSignIn.includes(name) ? {} : { as: ada })
      const times = await expectWhole(visitor, toAddress(dashboardPages[name]), toFileName(name))
      usable.push(`  ${name.padEnd(12)} ${times.map(time => `${time.toFixed(0)} ms`).join(', ')}`)
    })
  }
})
