// Files in the tests of journeys: pictures to drop, dropping itself, and what the server has of them.
import type { CDPSession, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { AssetItemView, AssetView } from '../../src/media/manage/asset.schema.ts'
import type { BrowserFixture, Visitor } from '../kit/browser/browser.ts'
import { manageAs } from './manage-as.ts'

/** An owner who has opened the library, or another page of the space. */
export async function visitMedia(fixture: BrowserFixture, path = '/s/demo/media'): Promise<Visitor> {
  const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
  await visitor.page.goto(path)
  await visitor.settle()
  return visitor
}

/** What files are dropped on. */
export function libraryOf({ page }: Visitor): Locator {
  return page.locator('.media-files')
}

export interface LocalFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A picture of one colour. */
export async function makePicture(name: string, colour: string, width = 60, height = 40): Promise<LocalFile> {
  const background = { create: { width, height, channels: 3, background: colour } } as const
  return { name, mimeType: 'image/png', buffer: await sharp(background).png().toBuffer() }
}

/** Its bytes cannot be compressed, so that sending it takes as long as its size says. */
export function makeText(name: string, bytes: number): LocalFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'The tide comes in. ') }
}

const transferOf = (files: readonly LocalFile[]) => `(() => {
  const transfer = new DataTransfer()
  for (const { name, type, text } of ${JSON.stringify(
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, text: buffer.toString('base64') })),
  )}) {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type }))
  }
  return transfer
})()`

/** As if they were dragged from the device; over the element first, where the page says what would happen. */
export async function dropFiles(target: Locator, ...files: LocalFile[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(transferOf(files))
  const box = (await target.boundingBox())!
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(type, { dataTransfer, ...at, bubbles: true, cancelable: true })
  }
}

/** Into the element that has the focus. */
export async function pasteFiles(page: Page, ...files: LocalFile[]): Promise<void> {
  const options = `{ clipboardData: ${transferOf(files)}, bubbles: true, cancelable: true }`
  await page.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste', ${options}))`)
}

/** Into the element that has the focus, with the HTML just as it is. */
export async function pasteHtml(page: Page, html: string): Promise<void> {
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/html', ${JSON.stringify(html)})
    const options = { clipboardData: data, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', options))
  })()`)
}

export async function listAssets(page: Page, query = ''): Promise<readonly AssetItemView[]> {
  return (await manageAs(page, 'GET', `/assets?${query}`)).list as readonly AssetItemView[]
}

export async function readAsset(page: Page, id: string): Promise<AssetView> {
  return (await manageAs(page, 'GET', `/assets/${id}`)).doc as unknown as AssetView
}

/** Beside the page. Returns the id. */
export async function uploadAs(page: Page, { name, buffer }: LocalFile): Promise<string> {
  const headers = { Origin: new URL(page.url()).origin, 'Frontlist-Space': 'demo' }
  const response = await page.request.post(`/api/v1/assets?filename=${encodeURIComponent(name)}`, {
    headers,
    data: buffer,
  })
  const { doc } = (await response.json()) as { doc: AssetItemView }
  return doc.id
}

const sessions = new WeakMap<Page, CDPSession>()

/** How many bytes a second the page can send. */
export async function limitUploads(page: Page, bytesPerSecond: number | 'none'): Promise<void> {
  // The conditions of several sessions would add up.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond === 'none' ? -1 : bytesPerSecond,
  })
}

/** A collection of books with a cover, several pictures, and a text. */
export async function createNotes(page: Page): Promise<void> {
  await manageAs(page, 'POST', '/collections', {
    ...{ apiName: 'notes', name: 'Notes', slugFrom: 'title' },
    fields: [
      { apiName: 'title', type: 'text', name: 'Title' },
      { apiName: 'cover', type: 'asset', name: 'Cover', accept: ['image/*'] },
      { apiName: 'gallery', type: 'asset', name: 'Gallery', many: true },
      { apiName: 'body', type: 'richText', name: 'Body', format: 'portableText' },
    ],
  })
}

export async function publishNote(page: Page, id: string, data: object): Promise<void> {
  const { doc } = await manageAs(page, 'POST', '/entries', { collection: 'notes', id, data })
  await manageAs(page, 'POST', `/entries/${id}/publish`, { draftVersion: doc.draftVersion })
}
