// Every page at the width of a phone and of a desk, in light and in dark: axe, console, width, calm, a picture.
import { afterAll } from 'bun:test'
import { dashboardPages } from '../../src/dashboard/pages.ts'
import { describeInBrowser, type Scheme } from '../kit/browser.ts'
import { expectWhole, readUsable, watch } from '../kit/page-checks.ts'

type PageName = keyof typeof dashboardPages

const beforeSignIn: readonly PageName[] = ['signIn', 'setup', 'invitation']
const usable: (readonly [name: string, milliseconds: number])[] = []

function toAddress(path: string): string {
  return path.replace('{collection}', 'books').replace('{entry}', 'book-tide-tables')
}

function toFileName(name: PageName): string {
  return name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

afterAll(() => {
  if (usable.length === 0) return
  const rows = usable.map(([name, milliseconds]) => `  ${name.padEnd(28)} ${milliseconds.toFixed(0)} ms`)
  process.stdout.write(`usable after, from an empty cache:\n${rows.join('\n')}\n`)
})

describeInBrowser('pages', (stage, journey) => {
  for (const name of Object.keys(dashboardPages) as PageName[]) {
    for (const width of [360, 1280]) {
      for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
        journey(`${name} is whole at ${width} px in ${scheme}`, async () => {
          const ada = await stage.createUser('ada@example.com', 'owner')
          const visitor = await stage.visit({
            width,
            scheme,
            ...(!beforeSignIn.includes(name) && { as: ada }),
          })
          const { page } = visitor
          await watch(page)
          await page.goto(toAddress(dashboardPages[name]))
          await visitor.settle()
          usable.push([`${name} ${width} ${scheme}`, await readUsable(page)])
          await expectWhole(visitor, toFileName(name))
        })
      }
    }
  }
})
