// A person who sees the dashboard for the first time puts a picture from a phone into a post, guided only by the screen.
import { expect } from 'bun:test'
import sharp from 'sharp'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { awaitStatus, savedAt } from './editor-pages.ts'
import { listAssets, makePicture, uploadAs } from './media-pages.ts'

/** With the place where it was taken. */
async function takePhoto(): Promise<Buffer> {
  const background = { create: { width: 1600, height: 1200, channels: 3, background: '#2f6b6b' } } as const
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 0/1' }
  return sharp(background)
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: place })
    .jpeg()
    .toBuffer()
}

describeInBrowser('on a phone', (fixture, journey) => {
  const visit = async (path: string) => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await visitor.page.setViewportSize({ width: 390, height: 844 })
    await visitor.page.goto(path)
    await visitor.settle()
    return visitor
  }

  journey(
    'a photo goes into a post with its point and its alt text, and a page gets it in its size',
    async () => {
      const visitor = await visit('/s/demo')
      const { page } = visitor
      await page.getByRole('button', { name: 'New' }).click()
      await page.getByRole('menuitem', { name: 'Journal' }).click()
      await page.getByLabel('Title', { exact: true }).fill('A picture from my phone')
      const image = page.getByRole('group', { name: 'Image' })
      await image.getByRole('button', { name: 'Choose a file' }).click()
      const picker = page.getByRole('dialog', { name: 'Choose a file for Image' })
      const choosing = page.waitForEvent('filechooser')
      await picker.getByRole('button', { name: 'Upload' }).click()
      const photo = { name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() }
      await (await choosing).setFiles(photo)
      await image.getByText('IMG_4711.jpg').waitFor()
      await image.getByText('Place, device and other data of the photo were removed.').waitFor()
      await image.getByText('Missing: describe the picture').waitFor()
      await image.getByLabel('Alt text', { exact: true }).fill('The harbour at low tide')
      await image.getByRole('button', { name: 'Options' }).click()
      const picture = image.locator('.focal-picture')
      // It has its size when the picture has come.
      await until(async () => ((await picture.boundingBox())?.width ?? 0) > 100)
      const box = (await picture.boundingBox())!
      await picture.click({ position: { x: box.width * 0.3, y: box.height * 0.4 } })
      await image.getByRole('button', { name: 'Use the default focal point' }).waitFor()
      await awaitStatus(page, savedAt)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await visitor.settle()
        expect([width, await measureOverhang(page)]).toEqual([width, 0])
        // The page clips what would be wider, so that nothing scrolls sideways: it must be narrow enough itself.
        const { x, width: wide } = (await picture.boundingBox())!
        expect(x + wide).toBeLessThanOrEqual(width)
      }
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Publish' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.getByText('“A picture from my phone” is published.').waitFor()
      const response = await page.request.get('/api/v1/public/content/posts/a-picture-from-my-phone', {
        headers: { Authorization: `Bearer ${fixture.key}` },
      })
      const { doc } = (await response.json()) as { doc: { data: { image: { url: string } } } }
      expect(doc.data.image).toMatchObject({
        alt: 'The harbour at low tide',
        focalPoint: { x: 0.3, y: 0.4 },
        width: 1600,
      })
      const small = await page.request.get(`${doc.data.image.url}?w=640&ar=1:1&fp=0.3,0.4`)
      const { width, height, exif } = await sharp(await small.body()).metadata()
      expect([width, height, exif]).toEqual([640, 640, undefined])
    },
  )

  journey('the dialogs of a file close one after the other by Escape, and nothing is too wide', async () => {
    const visitor = await visit('/s/demo/media')
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 640 })
    await uploadAs(page, await makePicture('gull.png', '#2f9e44', 90, 60))
    await page.goto('/s/demo/media?view=list&search=gull')
    await page.getByRole('link', { name: 'gull.png' }).click()
    const sheet = page.getByRole('dialog', { name: 'gull.png', exact: true })
    await sheet.getByRole('button', { name: 'Replace' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace “gull.png”' })
    const button = dialog.getByRole('button', { name: 'Choose a file' })
    await button.waitFor()
    await visitor.settle()
    const [inner, outer] = [
      (await button.boundingBox())!,
      (await dialog.locator('.file-blank').boundingBox())!,
    ]
    expect(inner.x).toBeGreaterThanOrEqual(outer.x)
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await sheet.isVisible()).toBe(true)
    await sheet.getByRole('textbox', { name: 'Title' }).press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect((await listAssets(page, 'search=gull')).length).toBe(1)
  })

  journey('a finger scrolls over a picture, and moves its point where it begins on the point', async () => {
    const visitor = await visit('/s/demo/media')
    const { page } = visitor
    const id = await uploadAs(page, await makePicture('tall.png', '#862e9c', 60, 90))
    await page.goto(`/s/demo/media?file=${id}`)
    const touchAction = (selector: string) =>
      page
        .locator(selector)
        .evaluate(
          element =>
            (
              globalThis as unknown as { getComputedStyle(of: unknown): { touchAction: string } }
            ).getComputedStyle(element).touchAction,
        )
    expect([await touchAction('.focal-picture'), await touchAction('.focal-handle')]).toEqual([
      'manipulation',
      'none',
    ])
  })
})
