// `npm run screenshot`: takes the README's screenshot of the dashboard, from a server with the demo space. Needs
// Chromium on the path.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

const root = join(import.meta.dir, '..')
const picture = join(root, 'docs/images/dashboard.png')
const entry = '/s/demo/content/books/book-contraband-weather?only=changed'
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
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Space').fill('demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
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
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await setUp(page, setupUrl)
  await page.goto(`${new URL(setupUrl).origin}${entry}`)
  await page.getByText('Changed').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: picture, animations: 'disabled' })
  process.stdout.write(`Wrote ${picture}\n`)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}
