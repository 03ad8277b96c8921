// Many files at once: what is refused, cancelled and tried again, and what it means for the keyboard and for other windows.
import { expect } from 'bun:test'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { until } from '../kit/until.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'
import {
  createNotes,
  dropFiles,
  type LocalFile,
  libraryOf,
  limitUploads,
  listAssets,
  makePicture,
  makeText,
  visitMedia,
} from './media-pages.ts'

/** As iPhones write them. */
const heic: LocalFile = {
  name: 'IMG_0001.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(99),
  ]),
}

const script =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>parent.hit = 1</script></svg>'

describeInBrowser(
  'uploads',
  (fixture, journey) => {
    const visit = (path?: string) => visitMedia(fixture, path)
    const focused = (visitor: Visitor) =>
      visitor.page.evaluate<string>(
        `document.activeElement === document.body ? 'nothing' : (document.activeElement.ariaLabel ?? document.activeElement.id)`,
      )

    journey('of twenty files, one is refused and one cancelled, and the others arrive', async () => {
      const visitor = await visit()
      const { page } = visitor
      const picture = await makePicture('photo.png', '#3b5bdb')
      const texts = Array.from({ length: 16 }, (_, number) => makeText(`note-${number}.txt`, 20_000 + number))
      const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(script) }
      const empty = { ...picture, name: 'empty.png', buffer: Buffer.alloc(0) }
      await limitUploads(page, 20_000)
      visitor.expects('400 POST /api/v1/assets')
      await dropFiles(libraryOf(visitor), ...texts, picture, heic, svg, empty)
      await page.getByText('Uploading 20 files').first().waitFor()
      await page.getByRole('button', { name: 'Cancel the upload of note-1.txt' }).click()
      await page.getByText('Cancelled: “note-1.txt”').waitFor()
      await until(async () => (await focused(visitor)).startsWith('Cancel the upload of '))
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await measureOverhang(page)).toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      await limitUploads(page, 'none')
      await page.getByText('18 files uploaded, 1 failed').first().waitFor()
      await page.getByRole('alert').getByText('The file is empty.').waitFor()
      await page.getByText('“IMG_0001.HEIC”: This is a HEIC picture.').first().waitFor()
      await visitor.settle()
      await expectAccessible(visitor)
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await until(async () => (await focused(visitor)) !== 'nothing')
      const names = (await listAssets(page, 'perPage=50')).map(({ filename }) => filename)
      expect([names.length, names.includes('note-1.txt'), names.includes('empty.png')]).toEqual([
        18,
        false,
        false,
      ])
      // Nothing of a picture runs.
      await page.getByRole('link', { name: /logo\.svg/ }).click()
      await page.getByRole('complementary', { name: 'logo.svg' }).waitFor()
      await visitor.settle()
      expect(await page.evaluate('window.hit')).toBe(undefined)
    })

    journey(
      'of a file with a long name fit on a phone, and the name stays beside what closes it',
      async () => {
        const visitor = await visit()
        const { page } = visitor
        await page.setViewportSize({ width: 320, height: 640 })
        const name = `${'long-file-name-'.repeat(7)}.txt`
        const unbroken = `${'x'.repeat(106)}.txt`
        await dropFiles(libraryOf(visitor), makeText(name, 400), makeText(unbroken, 401))
        await page.getByText('2 files uploaded').first().waitFor()
        await visitor.settle()
        expect(await measureOverhang(page)).toBe(0)
        for (const each of [name, unbroken]) {
          await page.goto(`/s/demo/media?search=${each.slice(0, 9)}`)
          await page.getByRole('link', { name: each }).click()
          const panel = page.getByRole('dialog', { name: each })
          await visitor.settle()
          const title = (await panel.getByText(each, { exact: true }).first().boundingBox())!
          const close = (await panel.locator('header button').boundingBox())!
          expect(close.x - title.x - title.width).toBeGreaterThanOrEqual(8)
          expect(close.x + close.width).toBeLessThanOrEqual(320)
        }
      },
    )

    journey('whose session has ended are tried again together once somebody has signed in', async () => {
      const visitor = await visit()
      const { page } = visitor
      const ada = await fixture.createUser('ada@example.com', 'owner')
      visitor.expects('401 POST /api/v1/assets', /^401 GET /)
      await page.context().clearCookies()
      await dropFiles(libraryOf(visitor), makeText('one.csv', 300), makeText('two.csv', 301))
      await page.waitForURL('**/sign-in**')
      await page.getByLabel('E-mail').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('2 files failed').first().waitFor()
      await page.getByText('You are signed out. Sign in again, then try again.').first().waitFor()
      await page.getByRole('button', { name: 'Try all again' }).click()
      await page.getByText('2 files uploaded').first().waitFor()
      expect(await listAssets(page, 'search=csv')).toHaveLength(2)
    })

    journey('into a field are taken as far as it has room, and of its kinds', async () => {
      const visitor = await visit('/s/demo')
      const { page } = visitor
      await createNotes(page)
      await manageAs(page, 'POST', '/collections/notes/changes', {
        modelVersion: 1,
        operations: [{ op: 'setField', field: 'gallery', properties: { maxItems: 2 } }],
      })
      await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'one', data: { title: 'One' } })
      await openEntry(visitor, 'notes', 'one')
      const cover = page.getByRole('group', { name: 'Cover' })
      const [red, green, blue] = await Promise.all([
        makePicture('red.png', '#c92a2a'),
        makePicture('green.png', '#2b8a3e'),
        makePicture('blue.png', '#1864ab'),
      ])
      await dropFiles(cover.locator('.drop-area'), red!, green!)
      await cover.getByText('There is room for one file: only “red.png” was taken.').waitFor()
      await cover.getByRole('link', { name: 'Edit in Media' }).waitFor()
      await dropFiles(cover.locator('.drop-area'), heic)
      await cover
        .getByText('“IMG_0001.HEIC” is in the library, and not here: this field takes pictures.')
        .waitFor()
      await cover.getByText('red.png', { exact: true }).waitFor()
      const gallery = page.getByRole('group', { name: 'Gallery', exact: true })
      await dropFiles(gallery, red!, green!, blue!)
      await page.getByText('There is room for 2 files: the first 2 of 3 were taken.').waitFor()
      await gallery.getByText('green.png').waitFor()
      await awaitStatus(page, savedAt)
      await dropFiles(gallery, blue!)
      await page.getByText('The list is full: nothing was added.').waitFor()
      expect((await readEntry(page, 'one')).data.gallery).toHaveLength(2)
      await visitor.settle()
      await expectAccessible(visitor)
      // What a change does is said by names of files.
      await page
        .getByRole('button', { name: /^Publish/ })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Publish/ })
        .click()
      await page.getByText('“One” is published.').waitFor()
      await cover.getByRole('textbox', { name: 'Alt text' }).fill('A red square')
      await awaitStatus(page, savedAt)
      await page.getByText('red.png, alt text “A red square”').waitFor()
    })
  },
  { isEmpty: true },
)
