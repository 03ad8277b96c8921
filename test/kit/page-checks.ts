// What is looked at on any page of the dashboard, whatever it shows: axe, its width, its calm, its speed, its picture.
import { expect } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'
import { projectFolder } from './process.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const screenshots = join(projectFolder, 'dist/screenshots')
mkdirSync(screenshots, { recursive: true })

/** What good pages stay below, of which 0.1 is called good at all. */
const shiftMax = 0.05

/** Targets of 24 px too, which axe leaves to choice. */
const allRules = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

/** What a scheme can change. */
const colourRules = { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] }

/** What axe finds as the page stands. */
async function findViolations(page: Page, options: object = allRules): Promise<readonly string[]> {
  await page.evaluate(`window.axe === undefined ? (() => { ${axe} })() : undefined`)
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) =>
      [id + ' at ' + target.join(' '), html.slice(0, 200), failureSummary].join(': '))))`)
}

/** In light and in dark. */
export async function expectAccessible(visitor: Visitor): Promise<void> {
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await visitor.settle()
  expect(['dark', await findViolations(visitor.page, colourRules)]).toEqual(['dark', []])
  await expectAccessibleInLight(visitor)
}

/** For what has the colours of something that was looked at in both. */
export async function expectAccessibleInLight(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'light' })
  await visitor.settle()
  expect(['light', await findViolations(page)]).toEqual(['light', []])
}

/** By how much the page is wider than the window. */
export function measureOverhang(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Sums up what moved by itself, and notes when the page showed what it is for. */
const watchScript = `window.shift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  window.usable = null
  const look = () => {
    const isUsable = document.querySelector('h1') !== null
      && document.querySelector('.mantine-Skeleton-root[data-visible], [aria-busy="true"]') === null
    window.usable = isUsable ? (window.usable ?? performance.now()) : null
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const widths = [1280, 360]
const schemes = ['light', 'dark'] as const

/**
 * Opens the page at each width and in each scheme: what axe finds, what moved, whether it fits; and its picture, in
 * dist/screenshots/. Returns how long it took until the page could be used, from an empty cache and from a full one.
 */
export async function expectWhole(
  visitor: Visitor,
  address: string,
  name: string,
): Promise<readonly number[]> {
  const { page } = visitor
  await page.addInitScript(watchScript)
  const usable: number[] = []
  for (const width of widths) {
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      // An address that differs only behind its # would not be loaded again.
      await page.goto('about:blank')
      await page.goto(address)
      await visitor.settle()
      usable.push(await page.evaluate<number>('window.usable'))
      const file = `${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(screenshots, file), fullPage: true })
      expect([file, await findViolations(page)]).toEqual([file, []])
      expect([file, await measureOverhang(page)]).toEqual([file, 0])
      expect([file, Math.max(shiftMax, await page.evaluate<number>('window.shift'))]).toEqual([
        file,
        shiftMax,
      ])
    }
  }
  return usable
}
