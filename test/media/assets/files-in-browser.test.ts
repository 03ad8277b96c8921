// What a browser does with files: it shows pictures and plays sounds and films, and runs nothing that is in them.
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { AssetView } from '../../../src/media/manage/asset.schema.ts'
import { picturesModel } from '../../kit/app/assets.ts'
import { toNdjson } from '../../kit/app/test-space.ts'
import { type BrowserFixture, describeInBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { runJson } from '../../kit/command/running-command.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { until } from '../../kit/until.ts'
import { polyglot, recordFilm, svgThatActs, wave } from './acting-files.ts'
import { gif } from './assets-fixture.ts'

setDefaultTimeout(longTestMs)

/** Another origin, with a page that uses files, and a path that a script in a file would ask for. */
let outsider: ReturnType<typeof Bun.serve>
let markup = ''
const asked: string[] = []

beforeAll(() => {
  outsider = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: request => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      if (pathname !== '/page') return new Response('', { headers: { 'Access-Control-Allow-Origin': '*' } })
      return new Response(`<!doctype html><title>page</title>${markup}`, {
        headers: { 'Content-Type': 'text/html' },
      })
    },
  })
})
afterAll(() => outsider.stop(true))

const ranPath = '/ran'
const outside = () => `http://127.0.0.1:${outsider.port}`

describeInBrowser('in a browser', (fixture, journey) => {
  let publish: (filename: string, bytes: Uint8Array | string) => Promise<AssetView>
  beforeAll(async () => {
    publish = await preparePublishing(fixture)
  })
  const addressOf = ({ url }: AssetView) => new URL(url, fixture.url).href

  /** Its scripts would ask for {@link ranPath}, name the page, or open a dialog. */
  const watch = async (...expected: RegExp[]): Promise<Visitor & { readonly dialogs: string[] }> => {
    const visitor = await fixture.visit()
    visitor.expects(...expected)
    asked.length = 0
    const dialogs: string[] = []
    visitor.page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    return Object.assign(visitor, { dialogs })
  }

  const openPage = async ({ page }: Visitor, content: string) => {
    markup = content
    await page.goto(`${outside()}/page`)
    await page.waitForLoadState('load')
  }

  journey('an SVG that acts is stored as it is, and neither runs nor asks for anything', async () => {
    const text = svgThatActs(`${outside()}${ranPath}`)
    const asset = await publish('acts.svg', text)
    expect(asset.contentType).toBe('image/svg+xml')
    expect(await (await fetch(addressOf(asset))).text()).toBe(text)
    // What it asks for is blocked before it leaves.
    const byItself = await watch(/^console: /, /^another host: .*\/ran$/, /^(?:csp|origin): .*\/ran$/)
    await byItself.page.goto(addressOf(asset))
    expect(await byItself.page.evaluate('document.documentElement.nodeName')).toBe('svg')
    expect(await byItself.page.evaluate('document.documentElement.dataset.ran ?? null')).toBeNull()
    const inPage = await watch(/^another host: /)
    await openPage(inPage, `<img src="${addressOf(asset)}">`)
    expect(await inPage.page.evaluate('document.images[0].naturalWidth')).toBe(40)
    expect(asked).toEqual(['/page'])
    expect([...byItself.dialogs, ...inPage.dialogs]).toEqual([])
  })

  journey('every type of image is shown, by itself and in a page of another origin', async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    const files: [string, Uint8Array | string][] = [
      ['a.jpg', await picture.clone().jpeg().toBuffer()],
      ['a.png', await picture.clone().png().toBuffer()],
      ['a.webp', await picture.clone().webp().toBuffer()],
      ['a.avif', await picture.clone().avif().toBuffer()],
      ['a.gif', await picture.clone().gif().toBuffer()],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'],
    ]
    const addresses: string[] = []
    for (const [name, bytes] of files) addresses.push(addressOf(await publish(name, bytes)))
    const byItself = await fixture.visit()
    for (const address of addresses.filter(each => !each.endsWith('.svg'))) {
      await byItself.page.goto(address)
      expect([address, await byItself.page.evaluate('document.images[0]?.naturalWidth')]).toEqual([
        address,
        40,
      ])
    }
    const inPage = await watch(/^another host: /)
    await openPage(inPage, addresses.map(address => `<img src="${address}">`).join(''))
    expect(await inPage.page.evaluate('[...document.images].map(image => image.naturalWidth)')).toEqual(
      addresses.map(() => 40),
    )
  })

  journey('HTML under the name of a picture is a download, and no page', async () => {
    const asset = await publish(
      'page.png',
      `<!doctype html><script>location='${outside()}${ranPath}'</script>`,
    )
    const visitor = await watch()
    const download = visitor.page.waitForEvent('download')
    await visitor.page.goto(addressOf(asset)).catch(() => {})
    expect((await download).suggestedFilename()).toMatch(/^page\.png/)
    expect(asked).toEqual([])
  })

  journey('a picture that is a script too is no script to a page of any origin', async () => {
    const asset = await publish('acts.gif', polyglot(`${outside()}${ranPath}`))
    expect(asset.contentType).toBe('image/gif')
    const visitor = await watch(/./)
    const script = `<script src="${addressOf(asset)}" onerror="document.title='blocked'"></script>`
    await openPage(visitor, script)
    await until(async () => (await visitor.page.title()) === 'blocked')
    await visitor.page.goto(addressOf(await publish('plain.gif', gif('plain'))))
    expect(asked).toEqual(['/page'])
    expect(visitor.dialogs).toEqual([])
  })

  journey('a sound plays from wherever it is sought, by ranges', async () => {
    const address = addressOf(await publish('long.wav', wave(600)))
    const visitor = await watch(/^another host: /)
    const statuses: number[] = []
    visitor.page.on('response', response => {
      if (response.url() === address) statuses.push(response.status())
    })
    await openPage(visitor, `<audio src="${address}" preload="auto" muted></audio>`)
    const at = await visitor.page.evaluate(`new Promise((resolve, reject) => {
      const audio = document.querySelector('audio')
      audio.onerror = () => reject(new Error('not playable'))
      audio.onseeked = () => audio.play().then(() => {
        audio.ontimeupdate = () => audio.currentTime > 550 && resolve(audio.currentTime)
      }, reject)
      const seek = () => { audio.currentTime = 550 }
      audio.readyState > 0 ? seek() : audio.onloadedmetadata = seek
    })`)
    expect(at).toBeGreaterThan(550)
    expect(new Set(statuses)).toEqual(new Set([206]))
    expect(statuses.length).toBeGreaterThan(1)
  })

  journey('a film plays, in a page and by itself', async () => {
    const recorder = await fixture.visit()
    const film = await recordFilm(recorder.page)
    const asset = await publish('film.webm', film)
    expect(asset.contentType).toBe('video/webm')
    const play = `new Promise((resolve, reject) => {
      const video = document.querySelector('video')
      video.muted = true
      video.onerror = () => reject(new Error('not playable'))
      video.ontimeupdate = () => video.currentTime > 0 && resolve(video.videoWidth)
      video.play().catch(reject)
    })`
    const inPage = await watch(/^another host: /)
    await openPage(inPage, `<video src="${addressOf(asset)}"></video>`)
    expect(await inPage.page.evaluate(play)).toBe(64)
    const byItself = await fixture.visit()
    const statuses: number[] = []
    byItself.page.on('response', response => statuses.push(response.status()))
    await byItself.page.goto(addressOf(asset))
    expect(await byItself.page.evaluate(play)).toBe(64)
    expect(statuses).toContain(206)
  })
})

/** Uploads a file, and publishes an entry that shows it. */
async function preparePublishing({ commands, url }: BrowserFixture) {
  const file = join(makeFolder(), 'model.ndjson')
  writeFileSync(file, toNdjson(picturesModel))
  await runJson(commands, 'import', file, '--space', 'demo')
  const scopes = ['content.write', 'content.publish'].flatMap(scope => ['--scope', scope])
  const { key } = await runJson<{ key: string }>(
    ...([commands, 'keys', 'create', '--space', 'demo', '--name', 'files', ...scopes] as const),
  )
  const post = async (path: string, body: string, type?: string) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...(type && { 'Content-Type': type }) },
      body,
    })
    expect([path, response.ok, response.ok || (await response.text())]).toEqual([path, true, true])
    return response.json() as Promise<{ doc: AssetView }>
  }
  let count = 0
  return async (filename: string, bytes: Uint8Array | string): Promise<AssetView> => {
    const id = `acting-${++count}`
    const { doc } = await post(`/assets?filename=${filename}&id=${id}`, bytes as string)
    const entry = { id, collection: 'pictures', slug: id, data: { cover: { id } } }
    await post('/entries', JSON.stringify(entry), 'application/json')
    await post(`/entries/${id}/publish`, '{"draftVersion":1}', 'application/json')
    return doc
  }
}
