// Files in fields and in rich text: chosen, dropped and pasted, described for their place, by address, and missing.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, measureOverhang } from '../kit/browser/page-checks.ts'
import { awaitStatus, openEntry, readEntry, savedAt } from './editor-pages.ts'
import { manageAs } from './manage-as.ts'
import {
  createNotes,
  dropFiles,
  limitUploads,
  listAssets,
  makePicture,
  makeText,
  pasteFiles,
  readAsset,
  uploadAs,
} from './media-pages.ts'

describeInBrowser(
  'a file in an entry',
  (fixture, journey) => {
    const visit = async () => {
      const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
      await visitor.page.goto('/s/demo')
      await createNotes(visitor.page)
      return visitor
    }

    journey('is chosen or dropped into its field, and described for this place', async () => {
      const visitor = await visit()
      const { page } = visitor
      const known = await uploadAs(page, await makePicture('lantern.png', '#f08c00', 200, 100))
      await uploadAs(page, makeText('lanterns.csv', 100))
      await manageAs(page, 'PATCH', `/assets/${known}`, { alt: 'A lantern', title: 'Lantern' })
      await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'one', data: { title: 'One' } })
      await openEntry(visitor, 'notes', 'one')
      const cover = page.getByRole('group', { name: 'Cover' })
      await cover.getByText('or drop one here: pictures').waitFor()
      await expectAccessible(visitor)
      // From the library, where the rule of the field leaves other kinds out.
      await cover.getByRole('button', { name: 'Choose a file' }).click()
      const picker = page.getByRole('dialog', { name: 'Choose a file for Cover' })
      await picker.getByRole('searchbox').fill('lantern')
      await picker.getByRole('button', { name: 'lantern.png' }).waitFor()
      await visitor.settle()
      expect(await picker.getByRole('button', { name: 'lanterns.csv' }).count()).toBe(0)
      // There is room for the focus ring below the head of the dialog, which covers what scrolls under it.
      const head = (await picker.locator('.mantine-Modal-header').boundingBox())!
      const input = (await picker.getByRole('searchbox').boundingBox())!
      expect(input.y - (head.y + head.height)).toBeGreaterThanOrEqual(4)
      await expectAccessible(visitor)
      await picker.getByRole('button', { name: 'lantern.png' }).click()
      await picker.waitFor({ state: 'detached' })
      await cover.getByText('200 × 100').waitFor()
      // What the file has stands behind what this place has.
      const alt = cover.getByRole('textbox', { name: 'Alt text' })
      expect(await alt.getAttribute('placeholder')).toBe('A lantern')
      await alt.fill('A lantern on the quay')
      await cover.getByText('Only for this use').waitFor()
      const forFile = cover.getByRole('button', { name: 'Use as the default alt text' })
      expect(await forFile.count()).toBe(0)
      await cover.getByRole('button', { name: 'Options' }).click()
      await cover.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowUp')
      await awaitStatus(page, savedAt)
      const read = async () => (await readEntry(page, 'one')).data.cover
      expect(await read()).toEqual({
        id: known,
        alt: 'A lantern on the quay',
        focalPoint: { x: 0.5, y: 0.4 },
      })
      await expectAccessible(visitor)
      // Another one is dropped on it; what is no picture is refused before it is sent.
      await dropFiles(cover.locator('.drop-area'), makeText('note.txt', 10))
      await cover.getByText('“note.txt” is of another kind: this field takes pictures.').waitFor()
      await dropFiles(cover.locator('.drop-area'), await makePicture('gull.png', '#1098ad'))
      await cover.getByText('gull.png').waitFor()
      await cover.getByText('Missing: describe the picture').waitFor()
      // What is written for this place is offered to a file that has no words of its own.
      await alt.fill('A gull in the rain')
      await forFile.waitFor()
      await expectAccessible(visitor)
      await forFile.click()
      await cover.getByText('This is now the default alt text.').waitFor()
      const [gull] = await listAssets(page, 'search=gull')
      expect(gull!.alt).toBe('A gull in the rain')
      await awaitStatus(page, savedAt)
      expect(await read()).toEqual({ id: gull!.id, alt: 'A gull in the rain' })
      await cover.getByRole('checkbox', { name: 'Decorative (no alt text)' }).check()
      await awaitStatus(page, savedAt)
      expect(await read()).toMatchObject({ alt: '' })
      await cover.getByRole('button', { name: 'Remove' }).click()
      await cover.getByRole('button', { name: 'Choose a file' }).waitFor()
      await awaitStatus(page, savedAt)
      expect(await read()).toBeNull()
      expect(await page.locator(':focus').textContent()).toBe('Choose a file')
    })

    journey(
      'is one of several that were dropped or chosen at once, missing, or one by its address',
      async () => {
        const visitor = await visit()
        const { page } = visitor
        const chosen = await uploadAs(page, await makePicture('third.png', '#d6336c'))
        const data = { title: 'Two', cover: { id: 'gone' } }
        await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'two', data })
        await openEntry(visitor, 'notes', 'two')
        const gallery = page.getByRole('group', { name: 'Gallery' })
        const pictures = [
          await makePicture('first.png', '#a61e4d'),
          await makePicture('second.png', '#5c940d'),
        ]
        await dropFiles(gallery, ...pictures)
        await gallery.getByText('second.png').waitFor()
        await gallery.getByRole('button', { name: 'Add files' }).click()
        const picker = page.getByRole('dialog', { name: 'Add files to Gallery' })
        await picker.getByRole('button', { name: 'third.png' }).click()
        await picker.getByRole('button', { name: 'Add 1 file' }).click()
        await gallery.getByText('third.png').waitFor()
        await awaitStatus(page, savedAt)
        const ids = (await readEntry(page, 'two')).data.gallery as { id: string }[]
        const files = await Promise.all(ids.map(({ id }) => manageAs(page, 'GET', `/assets/${id}`)))
        expect(files.map(({ doc }) => (doc as unknown as { filename: string }).filename)).toEqual([
          'first.png',
          'second.png',
          'third.png',
        ])
        expect(ids.at(-1)).toEqual({ id: chosen })
        // The cover is a file that the library does not have.
        visitor.expects('404 GET /api/v1/assets/gone')
        const cover = page.getByRole('group', { name: 'Cover' })
        await cover.getByText('This file is missing').waitFor()
        await visitor.settle()
        await expectAccessible(visitor)
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 800 })
          await visitor.settle()
          expect([width, await measureOverhang(page)]).toEqual([width, 0])
        }
        await cover.getByRole('button', { name: 'Remove' }).click()
        await cover.getByRole('button', { name: 'Use an address instead' }).click()
        const address = `/api/v1/assets/${chosen}/file?space=demo`
        await cover.getByLabel('Address of the file').fill(address)
        await cover.getByLabel('Title of the file').fill('A cover')
        await awaitStatus(page, savedAt)
        expect((await readEntry(page, 'two')).data.cover).toMatchObject({
          url: address,
          title: 'A cover',
        })
        await cover.getByRole('button', { name: 'Choose a file instead' }).waitFor()
        await expectAccessible(visitor)
      },
    )

    journey('is dropped and pasted into rich text, chosen there, and described', async () => {
      const visitor = await visit()
      const { page } = visitor
      const known = await uploadAs(page, await makePicture('chart.png', '#343a40', 300, 200))
      const line = (text: string) => ({ _type: 'block', children: [{ _type: 'span', text }] })
      const data = { title: 'Three', body: [line('Before'), line('After')] }
      await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'three', data })
      await openEntry(visitor, 'notes', 'three')
      const text = page.getByRole('textbox', { name: 'Body' })
      const [dropped, second] = [
        await makePicture('dropped.png', '#2b8a3e'),
        await makePicture('other.png', '#66a80f'),
      ]
      await dropFiles(text.getByText('Before'), dropped, second)
      await text.getByText('No alt text').nth(1).waitFor()
      await text.getByText('After').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' noon')
      await text.getByText('After noon').waitFor()
      await pasteFiles(page, await makePicture('pasted.png', '#0c8599'))
      await text.getByText('No alt text').nth(2).waitFor()
      await page.keyboard.press('Control+End')
      // From the library, with words for this place.
      await page.getByRole('button', { name: 'Image', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'chart.png' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an image' })
      await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A chart of the bay')
      await dialog.getByRole('button', { name: 'Use as the default alt text' }).click()
      await dialog.getByText('This is now the default alt text.').waitFor()
      await dialog.getByRole('textbox', { name: 'Caption' }).fill('The bay, 1911')
      await expectAccessible(visitor)
      await dialog.getByRole('button', { name: 'Add image' }).click()
      await text.getByRole('img', { name: 'A chart of the bay' }).waitFor()
      await awaitStatus(page, savedAt)
      const idOf = async (name: string) => (await listAssets(page, `search=${name}`))[0]!.id
      const stored = (await readEntry(page, 'three')).data.body as readonly object[]
      expect(stored).toMatchObject([
        { children: [{ text: 'Before' }] },
        { _type: 'image', asset: { id: await idOf('dropped.png') } },
        { _type: 'image', asset: { id: await idOf('other.png') } },
        { children: [{ text: 'After noon' }] },
        { _type: 'image', asset: { id: await idOf('pasted.png') } },
        { _type: 'image', asset: { id: known, alt: 'A chart of the bay' }, caption: 'The bay, 1911' },
      ])
      expect((await readAsset(page, known)).alt).toBe('A chart of the bay')
      await expectAccessible(visitor)
      // Changed in its place.
      await text.getByRole('img', { name: 'A chart of the bay' }).click()
      await page.getByRole('button', { name: 'Change image' }).click()
      const change = page.getByRole('dialog', { name: 'Change the image' })
      await change.getByRole('textbox', { name: 'Alt text' }).fill('The bay')
      await change.getByRole('button', { name: 'Change image' }).click()
      await text.getByRole('img', { name: 'The bay' }).waitFor()
    })

    journey('that is on its way when its entry is left is in the field when one comes back', async () => {
      const visitor = await visit()
      const { page } = visitor
      await manageAs(page, 'POST', '/entries', { collection: 'notes', id: 'four', data: { title: 'Four' } })
      await openEntry(visitor, 'notes', 'four')
      await limitUploads(page, 20_000)
      const gallery = page.getByRole('group', { name: 'Gallery' })
      await dropFiles(gallery, makeText('long.txt', 400_000))
      await page.getByRole('progressbar', { name: 'Upload of long.txt' }).waitFor()
      await page.getByRole('link', { name: 'Notes' }).first().click()
      const panel = page.getByRole('region', { name: 'Uploads' })
      await panel.getByText('Uploading 1 file').waitFor()
      await limitUploads(page, 'none')
      await panel.getByText('1 file uploaded').waitFor()
      await page.getByRole('link', { name: 'Four' }).click()
      await gallery.getByText('long.txt').waitFor()
      await panel.waitFor({ state: 'detached' })
      await awaitStatus(page, savedAt)
      expect((await readEntry(page, 'four')).data.gallery).toEqual([{ id: expect.any(String) }])
    })
  },
  { isEmpty: true },
)
