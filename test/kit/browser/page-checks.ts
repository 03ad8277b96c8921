// Checks for every page of the dashboard: axe, width, layout shift, load time, screenshot.
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { projectFolder } from '../command/process.ts'
import { comesTrue } from '../until.ts'
import type { Visitor } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Taking them is a tenth of the CPU time of these tests. */
const screenshotFolder = process.env.TEST_SCREENSHOTS

/** A stricter limit than 0.1, the usual threshold for a good layout shift score. */
const shiftMax = 0.05

/** Includes the 24 px target size rule, which axe disables by default. */
const allRules = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

/** The rules whose result depends on the colour scheme: they take most of axe's time. */
const colourRuleNames = ['color-contrast', 'link-in-text-block']
const colourRules = { runOnly: colourRuleNames, resultTypes: ['violations'] }
const colourlessRules = {
  ...allRules,
  rules: {
    ...allRules.rules,
    ...Object.fromEntries(colourRuleNames.map(name => [name, { enabled: false }])),
  },
}

/** axe's findings for the page's current state, or for the parts of it that the selector matches. */
export async function findViolations(
  page: Page,
  options: object = allRules,
  within = ':root',
): Promise<readonly string[]> {
  const isThere = await page.evaluate<boolean>('window.axe !== undefined')
  if (!isThere) await page.evaluate(axe)
  const parts = JSON.stringify(within)
  // A page of another origin in a frame is not the dashboard's, and cannot be reached.
  const ownPage = JSON.stringify({ iframes: false, ...options })
  return page.evaluate(`axe.run(${parts}, ${ownPage}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) =>
      [id + ' at ' + target.join(' '), html.slice(0, 200), failureSummary].join(': '))))`)
}

/** In the light and the dark scheme; `within` selects what has not been checked in another test. */
export async function expectAccessible(visitor: Visitor, within?: string): Promise<void> {
  await changeScheme(visitor, 'dark')
  expect(['dark', await findViolations(visitor.page, colourRules, within)]).toEqual(['dark', []])
  await expectAccessibleInLight(visitor, within, allRules)
}

/** Without `rules`, for states whose colours were checked in both schemes before. */
export async function expectAccessibleInLight(
  visitor: Visitor,
  within?: string,
  rules: object = colourlessRules,
): Promise<void> {
  await changeScheme(visitor, 'light')
  expect(['light', await findViolations(visitor.page, rules, within)]).toEqual(['light', []])
}

/** The dashboard's colours follow when its script has been told. */
async function changeScheme(visitor: Visitor, colorScheme: 'light' | 'dark'): Promise<void> {
  await visitor.page.emulateMedia({ colorScheme })
  const scheme = 'data-mantine-color-scheme'
  const followed = visitor.page.locator(`html:not([${scheme}]), html[${scheme}="${colorScheme}"]`)
  await followed.waitFor({ state: 'attached' })
  await visitor.settle()
}

/** How much wider the page is than the window. */
export function measureOverhang(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/**
 * Sums up layout shifts, and records when the page first showed its main content. Looking at each change takes less CPU
 * time than at each frame, of which a page at rest would otherwise have none.
 */
const watchScript = `window.shift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  window.usable = null
  const look = () => {
    const isUsable = document.querySelector('h1') !== null
      && document.querySelector('.mantine-Skeleton-root[data-visible], [aria-busy="true"]') === null
    window.usable = isUsable ? (window.usable ?? performance.now()) : null
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })`

const widths = [1280, 360]
const schemes = [
  ['light', allRules],
  ['dark', colourRules],
] as const

/**
 * Opens the page at each width and then changes the scheme, and checks axe's findings, layout shift and overflow; in
 * the dark scheme, axe's rules of colours only, because the elements are the same. Saves screenshots to the folder in
 * TEST_SCREENSHOTS, if it is set. Returns the times until the page was usable, with an empty cache and with a full one.
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
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    // A URL that differs only after its # would not be reloaded.
    await page.goto('about:blank')
    await page.goto(address)
    await visitor.settle()
    usable.push(await page.evaluate<number>('window.usable'))
    for (const [colorScheme, rules] of schemes) {
      await changeScheme(visitor, colorScheme)
      const file = `${name}-${width}-${colorScheme}.png`
      if (screenshotFolder) {
        await page.screenshot({ path: resolve(projectFolder, screenshotFolder, file), fullPage: true })
      }
      expect([file, await findViolations(page, rules)]).toEqual([file, []])
      expect([file, await measureOverhang(page)]).toEqual([file, 0])
    }
    const shift = await page.evaluate<number>('window.shift')
    expect([name, width, Math.max(shiftMax, shift)]).toEqual([name, width, shiftMax])
  }
  return usable
}

const soonMs = 10_000

/** Waits until the value is the wanted one, because a page reacts to a key press or a paste only some time after it. */
export async function expectSoon(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await comesTrue(async () => Bun.deepEquals(await read(), wanted), soonMs)
  expect(await read()).toEqual(wanted)
}

/** Waits until a property of the focused element, such as `id` or `labels[0].textContent`, has the value. */
export async function expectFocus(page: Page, property: string, value: string): Promise<void> {
  await expectSoon(() => page.evaluate<unknown>(`document.activeElement?.${property}`), value)
}
