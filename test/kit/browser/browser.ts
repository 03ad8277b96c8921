// The dashboard in a real Chromium, against a real server: a fresh context for each test, and any unexpected error
// fails the test. Without Chromium these tests are skipped, reported and counted.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { getSpaceBySlug } from '../../../src/accounts/spaces/spaces.service.ts'
import { createUser } from '../../../src/accounts/users.service.ts'
import type { Role } from '../../../src/base/caller.ts'
import { systemRandom } from '../../../src/base/ids.ts'
import type { Database } from '../../../src/database/database.ts'
import { quickPasswords } from '../app/signed-in.ts'
import { type CommandLine, createCommandLine, projectFolder, type ServerProcess } from '../command/process.ts'
import { chromiumNames, findChromium } from './chromium.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

export interface VisitorOptions {
  /** Signed in already, in a separate session. {@link signIn} signs in through the page. */
  readonly as?: Person
  /** The language of the browser. */
  readonly locale?: string
}

/** A visitor with a separate browser context: no cookies of other visitors. */
export interface Visitor {
  readonly page: Page
  /** Expected error responses (400 and above): `409 POST /api/…`. Each must occur at least once. */
  expects(...responses: readonly (string | RegExp)[]): void
  /** Error responses that may occur, because a page asks at any time: `404 GET /api/…`. */
  allows(...responses: readonly string[]): void
  /** Resolves when no request, load or animation is active. */
  settle(): Promise<void>
}

export interface BrowserFixture {
  readonly url: string
  /** Of the demo space. */
  readonly key: string
  readonly setupUrl: string
  readonly commands: CommandLine
  visit(options?: VisitorOptions): Promise<Visitor>
  /** Creates a user beside the server, in the demo space by default; an existing user is reused. */
  createUser(email: string, role: Role, space?: string): Promise<Person>
}

const executable = findChromium()
/**
 * Without it, each page starts two more processes, for an invisible address bar and for the next page, which take half of
 * its CPU time. It replaces the argument of Playwright, whose features are repeated as far as they matter to Chromium.
 */
const disabledFeatures = `--disable-features=${[
  ...['PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
].join(',')}`

/** Anything that takes longer hangs; on a busy machine pages are slow. */
const startTimeoutMs = 300_000
const testTimeoutMs = 300_000
const stepTimeoutMs = 120_000
const password = 'correct horse battery'

if (executable === null) {
  process.stderr.write(`skipped: no Chromium found; looked for ${chromiumNames.join(', ')}\n`)
}

/** Registers a test that also fails on unexpected console messages, network errors or CSP violations. */
export type Journey = (title: string, walk: () => Promise<void>) => void

interface FixtureOptions {
  /** The space `demo` has no content and no files. */
  readonly isEmpty?: boolean
}

/** The tests of a file: one server with the demo space, one browser. */
export function describeInBrowser(
  title: string,
  body: (fixture: BrowserFixture, journey: Journey) => void,
  { isEmpty = false }: FixtureOptions = {},
): void {
  describe.skipIf(executable === null)(title, () => {
    const fixture = new StartedFixture(isEmpty)
    // Hooks of skipped tests would be counted as tests.
    if (executable !== null) {
      beforeAll(() => fixture.open(), startTimeoutMs)
      afterAll(() => fixture.close(), startTimeoutMs)
    }
    body(fixture, (title, walk) => {
      test(title, () => fixture.run(walk), testTimeoutMs)
    })
  })
}

/** A run of all tests has built it, into the executable too. */
function buildDashboard(): void {
  if (process.env.TEST_EXECUTABLE) return
  const build = Bun.spawnSync([process.execPath, join(projectFolder, 'scripts/build-dashboard.ts')])
  if (build.exitCode !== 0) throw new Error(build.stderr.toString())
}

class StartedFixture implements BrowserFixture {
  readonly commands = createCommandLine()
  url = ''
  key = ''
  setupUrl = ''
  #server: ServerProcess | null = null
  #database: Database | null = null
  #browser: Browser | null = null
  #visits: OpenVisitor[] = []
  readonly #users = new Set<string>()
  readonly #isEmpty: boolean

  constructor(isEmpty: boolean) {
    this.#isEmpty = isEmpty
  }

  async open(): Promise<void> {
    buildDashboard()
    // The demo is not loaded where a space is there already.
    if (this.#isEmpty) await this.commands.run(['spaces', 'create', 'demo'])
    const made = this.#isEmpty ? await this.#createKey() : null
    this.#server = await this.commands.serve(['--demo'])
    const started = JSON.parse(this.#server.stdout) as { url: string; key: string; setupUrl: string }
    Object.assign(this, { url: started.url, key: made ?? started.key, setupUrl: started.setupUrl })
    this.#database = await this.commands.open()
    this.#browser = await chromium.launch({ executablePath: executable!, args: [disabledFeatures] })
  }

  async #createKey(): Promise<string> {
    const words = ['keys', 'create', '--space', 'demo', '--name', 'Demo', '--json']
    const { stdout } = await this.commands.run(words)
    return (JSON.parse(stdout) as { key: string }).key
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    await this.#database?.close()
    await this.#server?.stop()
  }

  async visit({ as, locale = 'en-GB' }: VisitorOptions = {}): Promise<Visitor> {
    const context = await this.#browser!.newContext({
      baseURL: this.url,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale,
      timezoneId: 'Europe/Oslo',
    })
    context.setDefaultTimeout(stepTimeoutMs)
    if (as) {
      const response = await context.request.post('/api/auth/sign-in/email', {
        data: as,
        headers: { Origin: this.url },
      })
      expect(response.status()).toBe(200)
    }
    const visitor = new OpenVisitor(context, await context.newPage(), this.url)
    this.#visits.push(visitor)
    return visitor
  }

  async createUser(email: string, role: Role, space = 'demo'): Promise<Person> {
    const person = { email, password }
    const membership = `${email} ${space}`
    if (this.#users.has(membership)) return person
    this.#users.add(membership)
    const database = this.#database!
    const { id } = await getSpaceBySlug(database.reads, space)
    const parts = { clock: Date.now, random: systemRandom, passwords: quickPasswords }
    await createUser(database, parts, { ...person, space: id, role })
    return person
  }

  async run(walk: () => Promise<void>): Promise<void> {
    try {
      await walk()
      expect(this.#visits.flatMap(visitor => visitor.takeNoise())).toEqual([])
    } finally {
      await Promise.all(this.#visits.splice(0).map(({ page }) => page.context().close()))
    }
  }
}

/** Signs in through the page; resolves on the first page after it. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').first().waitFor({ state: 'attached' })
}

/** A small picture of the demo may be refused on a busy machine; the page then shows the file or a symbol. */
const isPictureRefused = (noise: string) =>
  /^(?:422|50[13]) GET \/api\/v1\/assets\/(?:cover|portrait|scene)-[a-z-]+\/file$/.test(noise)

/** The page's check for a session: before sign-in, a rejection is the expected response. */
const alwaysExpected = '401 GET /api/auth/session'

class OpenVisitor implements Visitor {
  readonly #noise: string[] = []
  readonly #allowed = new Set<string>()
  readonly #expected: RegExp[] = []
  readonly #running = new Set<Request>()

  constructor(
    context: BrowserContext,
    readonly page: Page,
    readonly url: string,
  ) {
    context.on('console', message => {
      const text = message.text()
      // The responses describe the cause better.
      if (text.startsWith('Failed to load resource')) return
      if (['error', 'warning'].includes(message.type())) this.#noise.push(`console: ${text}`)
    })
    context.on('weberror', error => this.#noise.push(`exception: ${error.error().message}`))
    context.on('request', request => {
      this.#running.add(request)
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) {
        this.#noise.push(`another host: ${request.url()}`)
      }
    })
    context.on('requestfinished', request => this.#running.delete(request))
    context.on('requestfailed', request => {
      this.#running.delete(request)
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts its requests.
      if (reason !== 'net::ERR_ABORTED') this.#noise.push(`${reason}: ${request.url()}`)
    })
    context.on('response', response => {
      if (response.status() < 400) return
      const { pathname } = new URL(response.url())
      this.#noise.push(`${response.status()} ${response.request().method()} ${pathname}`)
    })
  }

  expects(...responses: readonly (string | RegExp)[]): void {
    const toPattern = (text: string) => new RegExp(`^${RegExp.escape(text)}$`)
    this.#expected.push(
      ...responses.map(response => (typeof response === 'string' ? toPattern(response) : response)),
    )
  }

  allows(...responses: readonly string[]): void {
    for (const response of responses) this.#allowed.add(response)
  }

  /** Unexpected events, and expected ones that did not occur. */
  takeNoise(): readonly string[] {
    const heard = this.#noise
      .splice(0)
      .filter(noise => noise !== alwaysExpected && !isPictureRefused(noise) && !this.#allowed.has(noise))
    const expected = this.#expected.splice(0)
    const missing = expected.filter(pattern => !heard.some(noise => pattern.test(noise)))
    return [
      ...heard.filter(noise => !expected.some(pattern => pattern.test(noise))),
      ...missing.map(pattern => `did not come: ${pattern.source}`),
    ]
  }

  async settle(): Promise<void> {
    await this.page.locator('h1').first().waitFor()
    for (let quiet = 0; quiet < 2; ) {
      const isQuiet = this.#running.size === 0 && (await this.page.evaluate(stillScript))
      quiet = isQuiet ? quiet + 1 : 0
      await Bun.sleep(30)
    }
  }
}

/** No loading placeholders, and no animations except endless ones. */
const stillScript = `document.querySelector('.mantine-Skeleton-root[data-visible], [aria-busy="true"]') === null
  && document.getAnimations().every(one =>
    one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity)`
