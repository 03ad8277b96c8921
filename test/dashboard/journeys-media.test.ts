// The library: files are dropped into it, found again, and described.
import { expect } from 'bun:test'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { expectAccessible, findViolations, measureOverhang } from '../kit/browser/page-checks.ts'
import { startTcpProxy } from '../kit/cluster/tcp-proxy.ts'
import { manageAs } from './manage-as.ts'
import {
  createNotes,
  dropFiles,
  libraryOf,
  limitUploads,
  listAssets,
  makePicture,
  makeText,
  publishNote,
  readAsset,
  uploadAs,
  visitMedia,
} from './media-pages.ts'
import { tryToLeave } from './try-to-leave.ts'
import { watchRequests } from './watch-requests.ts'

interface Asset {
  readonly url: string
  readonly focalPoint: { readonly x: number; readonly y: number }
}

describeInBrowser(
  'the library',
  (fixture, journey) => {
    const visit = (path?: string) => visitMedia(fixture, path)

    journey('takes several files that are dropped, and says of each what became of it', async () => {
      const visitor = await visit()
      const { page } = visitor
      await page.getByText('No files yet').waitFor()
      await expectAccessible(visitor)
      visitor.expects('400 POST /api/v1/assets')
      const [blue, red] = [
        await makePicture('blue tide.png', '#3b5bdb'),
        await makePicture('red.png', '#c92a2a'),
      ]
      const broken = { ...red, name: 'broken.png', buffer: red.buffer.subarray(0, 12) }
      await dropFiles(libraryOf(visitor), blue, red, makeText('tides.csv', 2000), broken)
      await page.getByText('3 files uploaded, 1 failed').first().waitFor()
      await page.getByRole('alert').getByText('The picture is damaged or incomplete.').waitFor()
      await expectAccessible(visitor)
      // The tabs and the sidebar count, and the list has them.
      for (const name of ['All 3', 'Images 2', 'Documents 1', 'No alt text 2', 'Not used 3']) {
        await page.getByRole('link', { name }).waitFor()
      }
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media 3' }).waitFor()
      // The same file once more is the one that is there.
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await dropFiles(libraryOf(visitor), { ...blue, name: 'again.png' })
      await page.getByText('The library had this file already.').waitFor()
      expect((await listAssets(page)).map(({ filename }) => filename).toSorted()).toEqual([
        'blue tide.png',
        'red.png',
        'tides.csv',
      ])
      // What has no alt text is asked for it.
      await page.getByRole('link', { name: 'Add alt text' }).first().click()
      await page.getByRole('complementary', { name: 'blue tide.png' }).waitFor()
    })

    journey('shows what its address says: kind, search, order, view and file', async () => {
      const visitor = await visit()
      const { page } = visitor
      await uploadAs(page, await makePicture('gull.png', '#2f9e44', 90, 60))
      await uploadAs(page, makeText('gulls.csv', 3000))
      await page.reload()
      const names = () => page.locator('.file-name, .media-page .entry-link').allTextContents()
      await page.getByRole('searchbox', { name: 'File name or title' }).fill('gull')
      await page.waitForURL(/search=gull/)
      await visitor.settle()
      expect((await names()).toSorted()).toEqual(['gull.png', 'gulls.csv'])
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Largest first')
      await page.waitForURL(/sort=-size/)
      await page.getByRole('button', { name: 'List' }).click()
      await visitor.settle()
      expect(await names()).toEqual(['gulls.csv', 'gull.png'])
      await expectAccessible(visitor)
      await page.getByRole('link', { name: /^Images/ }).click()
      await page.getByRole('link', { name: 'gulls.csv' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'gull.png' }).click()
      await page.getByRole('complementary', { name: 'gull.png' }).waitFor()
      const address = page.url()
      expect(new URL(address).search).toMatch(/^\?show=images&search=gull&sort=-size&view=list&file=\w+$/)
      await page.reload()
      await page.getByRole('complementary', { name: 'gull.png' }).waitFor()
      // Escape closes it, and the focus is on the file in the list.
      await page.getByRole('textbox', { name: 'Title' }).press('Escape')
      await page.getByRole('complementary').waitFor({ state: 'detached' })
      await page.locator('a:focus', { hasText: 'gull.png' }).waitFor()
      await page.goBack()
      await page.getByRole('complementary', { name: 'gull.png' }).waitFor()
      await page.goto('/s/demo/media?search=nothing%20like%20it')
      await page.getByText('No results for “nothing like it”').waitFor()
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await page.getByRole('link', { name: 'gull.png' }).waitFor()
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await visitor.settle()
        expect([width, await measureOverhang(page)]).toEqual([width, 0])
      }
      await page.getByRole('link', { name: 'gull.png' }).click()
      await page.getByRole('dialog', { name: 'gull.png' }).waitFor()
      await visitor.settle()
      await expectAccessible(visitor)
    })

    journey('asks what a picture shows and which point matters, and the site follows at once', async () => {
      const visitor = await visit()
      const { page } = visitor
      const id = await uploadAs(page, await makePicture('harbour.png', '#0b7285', 200, 100))
      await createNotes(page)
      await publishNote(page, 'tide', { title: 'Low tide', cover: { id } })
      await page.goto(`/s/demo/media?file=${id}`)
      const sent = watchRequests(page)
      const panel = page.getByRole('complementary', { name: 'harbour.png' })
      await panel.getByText('Missing: describe the picture').waitFor()
      await panel.getByText('Used in 1 entry').waitFor()
      await panel.getByText('Notes · Cover').waitFor()
      await panel.getByRole('textbox', { name: 'Alt text' }).fill('The harbour at low tide')
      await panel.getByText('23 of 500').waitFor()
      await page.keyboard.press('Tab')
      await panel.getByText('Saved. 1 entry on the site has it now.').waitFor()
      const served = async () => {
        const path = '/api/v1/public/content/notes/low-tide'
        const response = await page.request.get(path, { headers: { Authorization: `Bearer ${fixture.key}` } })
        return ((await response.json()) as { doc: { data: { cover: Asset } } }).doc.data.cover
      }
      expect(await served()).toMatchObject({ id, alt: 'The harbour at low tide', focalPoint: null })
      // By keys, from the middle; what is pressed in a row is saved together.
      const point = panel.getByRole('slider', { name: 'Focal point' })
      await point.press('Shift+ArrowLeft')
      await point.press('ArrowDown')
      await panel.getByText('Reset').waitFor()
      expect(await point.getAttribute('aria-valuetext')).toBe('40 % from the left, 51 % from the top')
      await page.waitForResponse(response => response.request().method() === 'PATCH')
      expect(await served()).toMatchObject({ focalPoint: { x: 0.4, y: 0.51 } })
      // By a click, and the crops follow.
      const picture = panel.locator('.focal-picture')
      const box = (await picture.boundingBox())!
      await picture.click({ position: { x: box.width * 0.9, y: box.height * 0.2 } })
      await page.waitForResponse(response => response.request().method() === 'PATCH')
      const { url, focalPoint } = await served()
      expect(focalPoint).toEqual({ x: 0.9, y: 0.2 })
      const square = panel.getByRole('img', { name: 'Cropped to 1:1' })
      expect(await square.getAttribute('style')).toContain('object-position: 100% 50%')
      // As a page asks for it.
      const image = await page.request.get(`${url}?w=64&ar=1:1&fp=${focalPoint.x},${focalPoint.y}`)
      expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
      await panel.getByRole('checkbox', { name: 'Decorative (no alt text)' }).check()
      await panel.getByText('Saved. 1 entry on the site has it now.').waitFor()
      expect((await readAsset(page, id)).alt).toBe('')
      expect(sent.filter(({ path }) => path.startsWith('PATCH')).length).toBe(4)
      await expectAccessible(visitor)
    })

    journey('has files that the activity names, with a link while they are there', async () => {
      const visitor = await visit()
      const { page } = visitor
      const ids = [
        await uploadAs(page, makeText('quay.csv', 60)),
        await uploadAs(page, makeText('pier.csv', 70)),
      ]
      await manageAs(page, 'DELETE', `/assets/${ids[1]}`)
      await page.goto('/s/demo/activity')
      await visitor.settle()
      const sentences = await page.locator('.activity-words').allTextContents()
      expect(sentences.slice(0, 3)).toEqual([
        `Ada deleted the file ${ids[1]} `,
        `Ada uploaded the file ${ids[1]} (deleted) `,
        'Ada uploaded the file quay.csv ',
      ])
      await page.getByRole('link', { name: 'quay.csv' }).click()
      await page.getByRole('heading', { name: 'quay.csv' }).waitFor()
    })

    journey('goes on uploading beside other pages, and is tried again after a lost connection', async () => {
      const proxy = await startTcpProxy(Number(new URL(fixture.url).port))
      const visitor = await visit(`http://localhost:${proxy.port}/s/demo/media`)
      visitor.expects(/^another host: http:\/\/localhost:/)
      const { page } = visitor
      await limitUploads(page, 20_000)
      await dropFiles(libraryOf(visitor), makeText('long.txt', 900_000), makeText('other.txt', 700_000))
      await page.getByText('Uploading 2 files').first().waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }).click()
      const panel = page.getByRole('region', { name: 'Uploads' })
      await panel.getByRole('progressbar', { name: 'Upload of long.txt' }).waitFor()
      // Without waiting for requests, which are on their way.
      expect(await findViolations(page)).toEqual([])
      // The browser asks before the window is left.
      expect(await tryToLeave(page)).toBe(true)
      await panel.getByRole('button', { name: 'Cancel the upload of other.txt' }).click()
      visitor.expects(/^net::ERR_CONNECTION_\w+: /)
      // Browsers try a connection that is reset once more by themselves.
      await proxy.refuse()
      proxy.reset()
      await panel.getByText('The connection was lost.').waitFor()
      await limitUploads(page, 'none')
      await proxy.heal()
      await expectAccessible(visitor)
      await panel.getByRole('button', { name: 'Try again' }).click()
      await panel.getByText('1 file uploaded').waitFor()
      const names = (await listAssets(page)).map(({ filename }) => filename)
      expect([names.includes('long.txt'), names.includes('other.txt')]).toEqual([true, false])
      await panel.getByRole('button', { name: 'Close', exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      await proxy.close()
    })
  },
  { isEmpty: true },
)
