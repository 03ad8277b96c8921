// Shows inputs of the entry editor on a page of their own, which the browser gets instead of a page of the real server:
// what they request is answered by that server, and the policy is that of the dashboard.
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { Field, Json } from '../../src/content/values/model.ts'
import type { BrowserFixture, Visitor } from '../kit/browser/browser.ts'
import { projectFolder } from '../kit/command/process.ts'

export interface ShownField {
  readonly field: Field
  readonly value: Json
  readonly readOnly?: boolean
}

export interface InputsPage {
  readonly page: Page
  readonly visitor: Visitor
  /** By the API names of the fields. */
  values(): Promise<Record<string, Json>>
  changes(): Promise<number>
  setValues(values: Record<string, Json>): Promise<void>
}

interface BuiltFile {
  readonly body: Buffer
  readonly type: string
}

let built: Promise<ReadonlyMap<string, BuiltFile>> | null = null

async function build(): Promise<ReadonlyMap<string, BuiltFile>> {
  const { outputs } = await Bun.build({
    entrypoints: [join(projectFolder, 'test/dashboard/inputs-page/index.html')],
    tsconfig: join(projectFolder, 'dashboard/tsconfig.json'),
    target: 'browser',
    splitting: true,
    publicPath: '/inputs/',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const files = outputs.map(async output => {
    const name = output.path.split('/').at(-1)!
    return [name, { body: Buffer.from(await output.arrayBuffer()), type: output.type }] as const
  })
  return new Map(await Promise.all(files))
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-testnonce'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

const path = '/s/demo/inputs'

export async function openInputs(
  fixture: BrowserFixture,
  fields: readonly ShownField[],
): Promise<InputsPage> {
  built ??= build()
  const files = await built
  const visitor = await fixture.visit({ as: await fixture.createUser('inputs@example.com', 'editor') })
  const { page } = visitor
  await page.route(`**${path}`, route =>
    route.fulfill({
      body: files.get('index.html')!.body,
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': policy },
    }),
  )
  await page.route('**/inputs/*', route => {
    const file = files.get(new URL(route.request().url()).pathname.split('/').at(-1)!)
    return file ? route.fulfill({ body: file.body, contentType: file.type }) : route.continue()
  })
  await page.goto(`${path}#${encodeURIComponent(JSON.stringify(fields))}`)
  await page.locator('h1').waitFor()
  const output = page.locator('output')
  return {
    page,
    visitor,
    values: async () => JSON.parse((await attribute(output, 'data-values')) ?? '{}'),
    changes: async () => Number(await attribute(output, 'data-changes')),
    setValues: async values => {
      await page.getByLabel('Values from outside').fill(JSON.stringify(values))
      await page.getByRole('button', { name: 'Set values' }).click()
    },
  }
}

function attribute(element: Locator, name: string): Promise<string | null> {
  return element.getAttribute(name)
}
