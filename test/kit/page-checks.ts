// What is looked at on any page of the dashboard, whatever it shows: axe, its width, its calm, its speed, its picture.
import { expect } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Scheme, Visitor } from './browser.ts'
import { projectFolder } from './process.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const screenshots = join(projectFolder, 'dist/screenshots')
mkdirSync(screenshots, { recursive: true })

/** Of 24 px too, which axe leaves to choice. */
const axeOptions = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

const axeScript = `axe.run(document, ${JSON.stringify(axeOptions)}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    id + ' at ' + target.join(' ') + ': ' + failureSummary)))`

/** What axe finds as the page stands. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`window.axe === undefined ? (() => { ${axe} })() : undefined`)
  return page.evaluate<readonly string[]>(axeScript)
}

/** In light and in dark. */
export async function expectAccessible(visitor: Visitor): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.settle()
    expect([colorScheme, await findViolations(visitor.page)]).toEqual([colorScheme, []])
  }
}

/** By how much the page is wider than the window. */
export function measureOverhang(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Before the page is opened: {@link readShift} then knows what moved by itself. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(`window.shift = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
}

export function readShift(page: Page): Promise<number> {
  return page.evaluate('window.shift')
}

/** Milliseconds from the beginning of the navigation until the page shows what it is for. */
export async function measureUsable(page: Page): Promise<number> {
  const ready = await page.waitForFunction(`document.querySelector('h1') !== null
    && document.querySelector('.mantine-Skeleton-root[data-visible], [aria-busy="true"]') === null
    && performance.now()`)
  return Number(await ready.jsonValue())
}

/** Into dist/screenshots/. */
export async function takeScreenshot(page: Page, name: string, width: number, scheme: Scheme): Promise<void> {
  await page.screenshot({ path: join(screenshots, `${name}-${width}-${scheme}.png`), fullPage: true })
}
