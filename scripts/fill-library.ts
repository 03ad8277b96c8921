// Files for the picture of the library: covers of the demo space as a camera and a designer would deliver them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const covers = join(import.meta.dir, '../src/demo/assets/covers')
const [width, height] = [1600, 1200]
/** So many of them have an alt text. */
const altTexts = 9
const filesMax = 13
/** The last, which is opened in the picture. */
const opened = 'the-heron-census.svg'

interface Asset {
  readonly doc: { readonly id: string }
}

/** Returns the id of the newest file, which two posts use. */
export async function fillLibrary(page: Page): Promise<string> {
  const headers = { Origin: new URL(page.url()).origin, 'Frontlist-Space': 'demo' }
  const send = async (method: string, path: string, data?: Buffer | object): Promise<unknown> => {
    const response = await page.request.fetch(`/api/v1/${path}`, { method, headers, data })
    if (!response.ok()) throw new Error(await response.text())
    return response.json()
  }
  const upload = async (name: string, data: Buffer) =>
    ((await send('POST', `assets?filename=${name}`, data)) as Asset).doc.id
  await upload('tide-tables-2026.pdf', Buffer.from(`%PDF-1.7\n${'%'.repeat(380_000)}`))
  await upload('press-kit.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1_200_000)]))
  let newest = ''
  const names = readdirSync(covers)
    .filter(name => name.endsWith('.svg') && name !== opened)
    .sort()
  for (const [index, name] of [...names.slice(0, filesMax), opened].entries()) {
    const picture = sharp(join(covers, name), { density: 300 }).resize(width, height, { fit: 'cover' })
    newest = await upload(name.replace('.svg', '.jpg'), await picture.jpeg().toBuffer())
    const words = name.replace('.svg', '').replaceAll('-', ' ')
    if (index < altTexts) await send('PATCH', `assets/${newest}`, { alt: `Cover: ${words}` })
  }
  const alt = 'A heron with an orange sun in its beak'
  await send('PATCH', `assets/${newest}`, {
    alt,
    title: 'The Heron Census, cover',
    focalPoint: { x: 0.42, y: 0.3 },
  })
  for (const id of ['post-what-a-pilot-hears', 'post-why-the-stair']) {
    const { doc } = (await send('GET', `entries/${id}`)) as { doc: { draftVersion: number } }
    await send('PATCH', `entries/${id}`, { draftVersion: doc.draftVersion, data: { image: { id: newest } } })
  }
  return newest
}
