// `npm run screenshot`: takes the pictures of the dashboard in README.md and docs/dashboard.md, from a server with the
// demo space. Needs Chromium on the path. Words after `--` name the pictures to take, such as `home` and `entry`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const root = join(import.meta.dir, '..')
const folder = mkdtempSync(join(tmpdir(), 'frontlist-screenshot-'))
const dayMs = 86_400_000

/** Books that are edited before: their subtitles, and what is published of them. */
const edited = [
  'book-kelp-for-supper',
  'book-the-bonded-cellar',
  'book-contraband-weather',
  'book-tide-tables',
]
const scheduled = 'book-the-bonded-cellar'
const published = 'book-tide-tables'
const opened = 'book-fog-arithmetic'
const books = '/s/demo/content/books'
const post = '/s/demo/content/posts/post-why-the-stair'

/** By file name: where each is taken, and what is done there before. */
const pictures: Readonly<Record<string, readonly [path: string, prepare: (page: Page) => Promise<void>]>> = {
  dashboard: ['/s/demo', page => page.getByText('Scheduled').first().waitFor()],
  'content-list': [books, page => page.getByRole('link', { name: 'Fog Arithmetic' }).waitFor()],
  entry: [
    `${books}/${opened}`,
    async page => {
      await page.getByLabel('Pages', { exact: true }).fill('128')
      await page.getByLabel('Price', { exact: true }).fill('7.5')
      await page
        .getByText(/^Saved at/)
        .first()
        .waitFor()
    },
  ],
  'rich-text': [
    post,
    async page => {
      const body = page.getByRole('textbox', { name: 'Body' })
      await body.getByText('Two entrances').last().click()
      await page.mouse.wheel(0, 320)
    },
  ],
  reference: [
    post,
    async page => {
      await page.getByRole('group', { name: 'Related' }).getByRole('button', { name: 'Add entry' }).click()
      await page.getByRole('combobox', { name: /Related/ }).fill('tide')
      // It does not match, and was listed before.
      await page.getByRole('option', { name: /Kelp for Supper/ }).waitFor({ state: 'detached' })
      await page.getByRole('listbox').getByRole('option').first().hover()
      await page.mouse.wheel(0, 400)
    },
  ],
  variant: [
    `${books}/book-tide-tables`,
    page => page.getByRole('combobox', { name: 'Variant' }).selectOption('readers-de').then(),
  ],
  conflict: [`${books}/book-halligtage`, bringIntoConflict],
  publish: [
    `${books}/${opened}`,
    async page => {
      const blurb = page.getByLabel('Blurb')
      await blurb.fill(
        'How much water is in a foggy harbour? Less than a bath, and more than you would like.',
      )
      await page
        .getByText(/^Saved at/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: /^Publish/ }).click()
      await page.getByRole('dialog').getByText('Blurb').waitFor()
    },
  ],
  history: [
    `${books}/${published}`,
    async page => {
      await page.getByRole('button', { name: 'Compare versions' }).click()
      await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Restore/ })
        .first()
        .waitFor()
    },
  ],
  media: [
    '/s/demo/media?file=scene-ebb-stair',
    async page => {
      await page.getByRole('complementary').getByRole('textbox', { name: 'Title' }).waitFor()
      await page.getByText('Used in 4 entries').waitFor()
    },
  ],
  model: ['/s/demo/model/books', page => page.getByText('catalogueNumber').first().waitFor()],
}

async function readSetupUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true })
    const line = /^\{.*"setupUrl":"([^"]+)".*\}$/m.exec(text)
    if (line) return line[1] ?? ''
  }
  throw new Error(`The server ended before it printed its address: ${text}`)
}

async function setUp(page: Page, setupUrl: string): Promise<void> {
  await page.goto(setupUrl)
  await page.getByLabel('E-mail').fill('ada.lovelace@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Space').fill('demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
}

interface Draft {
  readonly doc: { readonly draftVersion: number }
}

async function send(page: Page, method: string, path: string, data?: object): Promise<Draft> {
  const headers = { Origin: new URL(page.url()).origin, 'Frontlist-Space': 'demo' }
  const response = await page.request.fetch(`/api/v1/entries/${path}`, { method, headers, data })
  if (!response.ok()) throw new Error(await response.text())
  return (await response.json()) as Draft
}

/** What an editor did: the home page shows it. */
async function edit(page: Page): Promise<void> {
  for (const id of edited) {
    const { draftVersion } = (await send(page, 'GET', id)).doc
    const data = { draftVersion, data: { subtitle: 'A new edition' } }
    const { doc } = await send(page, 'PATCH', id, data)
    const seen = { draftVersion: doc.draftVersion }
    if (id === published) await send(page, 'POST', `${id}/publish`, seen)
    if (id !== scheduled) continue
    const publishAt = new Date(Math.ceil(Date.now() / dayMs + 1) * dayMs).toISOString()
    await send(page, 'PUT', `${id}/schedule`, { ...seen, publishAt })
  }
}

/** Another change of the same field is stored in the moment before the one that is typed. */
async function bringIntoConflict(page: Page): Promise<void> {
  const id = 'book-halligtage'
  const subtitle = page.getByLabel('Subtitle')
  await subtitle.waitFor()
  await page.route(
    `**/api/v1/entries/${id}`,
    async route => {
      const { draftVersion } = (await send(page, 'GET', id)).doc
      await send(page, 'PATCH', id, { draftVersion, data: { subtitle: 'A Year on an Undyked Island' } })
      await route.continue()
    },
    { times: 1 },
  )
  await subtitle.fill('Days on an Island Without a Dyke')
  const conflict = page.getByRole('group', { name: 'Conflict in Subtitle' })
  await conflict.getByRole('button', { name: 'Compare' }).click()
}

async function take(page: Page, name: string): Promise<void> {
  const [path, prepare] = pictures[name]!
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await prepare(page)
  await page.waitForLoadState('networkidle')
  await write(page, name)
}

async function write(page: Page, name: string): Promise<void> {
  const path = join(root, `docs/images/${name}.png`)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  process.stdout.write(`Wrote ${path}\n`)
}

const phone = { width: 390, height: 844 }

/** A list and an entry side by side, as two frames of one page. */
async function takePhone(browser: Browser, page: Page): Promise<void> {
  const shots: string[] = []
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [books, `${books}/${opened}`]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    shots.push((await page.screenshot({ animations: 'disabled' })).toString('base64'))
  }
  const both = await browser.newPage({ viewport: { width: 2 * phone.width + 24, height: phone.height } })
  const images = shots.map(shot => `<img src="data:image/png;base64,${shot}">`).join('')
  await both.setContent(`<body style="margin:0;display:flex;gap:24px">${images}`)
  await write(both, 'phone')
  await both.close()
}

const server = Bun.spawn([process.execPath, join(root, 'src/main.ts'), 'serve', '--demo', '--json'], {
  cwd: folder,
  env: { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'demo.db')}` },
  stdout: 'pipe',
  stderr: 'inherit',
})
const executablePath =
  Bun.which('chromium') ?? Bun.which('chromium-headless-shell') ?? Bun.which('google-chrome') ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const setupUrl = await readSetupUrl(server.stdout)
  const page = await browser.newPage({
    baseURL: new URL(setupUrl).origin,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    timezoneId: 'Europe/Oslo',
  })
  page.on('dialog', dialog => void dialog.accept())
  await setUp(page, setupUrl)
  await edit(page)
  const chosen = Bun.argv.slice(2)
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)
  for (const name of Object.keys(pictures)) if (isChosen(name)) await take(page, name)
  if (isChosen('phone')) await takePhone(browser, page)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}
