// `npm run screenshot`: takes the README's screenshot of the dashboard, from a server with the demo space. Needs
// Chromium on the path.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

const root = join(import.meta.dir, '..')
const picture = join(root, 'docs/images/dashboard.png')

/** Books that are edited before: their subtitles, and what is published of them. */
const edited = [
  'book-kelp-for-supper',
  'book-the-bonded-cellar',
  'book-contraband-weather',
  'book-tide-tables',
]
const scheduled = 'book-the-bonded-cellar'
const published = 'book-tide-tables'
const dayMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'frontlist-screenshot-'))

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

/** What an editor did: the home page shows it. */
async function edit(page: Page): Promise<void> {
  const send = async (method: string, path: string, data?: object) => {
    const headers = { Origin: new URL(page.url()).origin, 'Frontlist-Space': 'demo' }
    const response = await page.request.fetch(`/api/v1/entries/${path}`, { method, headers, data })
    if (!response.ok()) throw new Error(await response.text())
    return (await response.json()) as { doc: { draftVersion: number } }
  }
  for (const id of edited) {
    const { draftVersion } = (await send('GET', id)).doc
    const data = { draftVersion, data: { subtitle: 'A new edition' } }
    const { doc } = await send('PATCH', id, data)
    const seen = { draftVersion: doc.draftVersion }
    if (id === published) await send('POST', `${id}/publish`, seen)
    if (id !== scheduled) continue
    const publishAt = new Date(Math.ceil(Date.now() / dayMs + 1) * dayMs).toISOString()
    await send('PUT', `${id}/schedule`, { ...seen, publishAt })
  }
}

const server = Bun.spawn([process.execPath, join(root, 'src/main.ts'), 'serve', '--demo', '--json'], {
  cwd: folder,
  env: { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'demo.db')}` },
  stdout: 'pipe',
  stderr: 'inherit',
})
const executablePath = Bun.which('chromium') ?? Bun.which('google-chrome') ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const setupUrl = await readSetupUrl(server.stdout)
  const page = await browser.newPage({
    baseURL: new URL(setupUrl).origin,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    timezoneId: 'Europe/Oslo',
  })
  await setUp(page, setupUrl)
  await edit(page)
  await page.reload()
  await page.getByText('Scheduled').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: picture, animations: 'disabled' })
  process.stdout.write(`Wrote ${picture}\n`)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}
