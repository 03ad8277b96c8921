// The client in a browser, on a page of another origin than the server's.
import { expect } from 'bun:test'
import * as Images from '../../client/src/image.ts'
import type * as Library from '../../client/src/index.ts'
import { describeInBrowser } from '../kit/browser/browser.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { makeImageCalls } from './image-calls.ts'
import type { makeTwentyCalls } from './twenty-calls.ts'

interface PageGlobals {
  readonly images: typeof Images
  readonly makeImageCalls: typeof makeImageCalls
  readonly library: typeof Library
  readonly makeTwentyCalls: typeof makeTwentyCalls
  readonly Image: new () => Picture
  readonly OffscreenCanvas: new (width: number, height: number) => Canvas
}

interface Picture {
  src: string
  readonly naturalWidth: number
  readonly naturalHeight: number
  decode(): Promise<void>
}

interface Canvas {
  readonly width: number
  readonly height: number
  getContext(kind: '2d'): {
    drawImage(picture: Picture, x: number, y: number): void
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray }
  }
}

async function bundle(): Promise<string> {
  const entry = `${import.meta.dir}/browser-page.ts`
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', minify: true })
  return outputs[0]!.text()
}

describeInBrowser('on a page of another origin', (fixture, journey) => {
  journey('twenty calls result in what they do elsewhere, and the page reads the ETag', async () => {
    const visitor = await fixture.visit()
    const script = await bundle()
    const html = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script type="module">${script}</script>`
    const site = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
    })
    cleanUpLater(() => site.stop(true))
    visitor.expects(/^another host: /, /^4\d\d GET /, /CORS policy|ERR_|^console: /)
    await visitor.page.goto(`http://127.0.0.1:${site.port}`)
    await visitor.page.waitForFunction('globalThis.library !== undefined')

    const results = await visitor.page.evaluate(
      async ([url, key]) => {
        const { library, makeTwentyCalls } = globalThis as unknown as PageGlobals
        return makeTwentyCalls(library, url!, key!)
      },
      [fixture.url, fixture.key],
    )
    expect(results[0]).toEqual(results[1])
    expect(results[0]).toMatchObject({ list: expect.any(Array), revision: null })
    expect(results.slice(14, 20)).toEqual([
      ['invalid_parameters', 400, 1],
      ['request_invalid', 0, 0],
      ['collection_not_found', 404, 1],
      ['api_key_invalid', 401, 1],
      ['rejected', 'left'],
      false,
    ])

    const pictures = await visitor.page.evaluate(async () => {
      const { images, makeImageCalls, Image, OffscreenCanvas } = globalThis as unknown as PageGlobals
      const calls = makeImageCalls(images)
      const picture = new Image()
      picture.src = calls[3] as string
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
      const context = canvas.getContext('2d')
      context.drawImage(picture, 0, 0)
      return { calls, size: [canvas.width, canvas.height], pixel: [...context.getImageData(0, 0, 1, 1).data] }
    })
    expect(pictures).toEqual({ calls: makeImageCalls(Images), size: [23, 32], pixel: [64, 78, 113, 255] })

    const limited = await createCommandLine().serve(['--demo'], { RATE_LIMIT: '1' })
    const started = JSON.parse(limited.stdout) as { url: string; key: string }
    const seen = await visitor.page.evaluate(
      async ([url, key]) => {
        const { library } = globalThis as unknown as PageGlobals
        const etags: (string | null)[] = []
        const client = library.createClient({
          url: url!,
          key: key!,
          retries: 0,
          onResponse: ({ headers }) => void etags.push(headers.get('ETag')),
        })
        const calls = [1, 2, 3].map(page => library.safe(client.list('books', { page })))
        const failed = (await Promise.all(calls)).find(({ ok }) => !ok)
        return { etags, wait: failed?.ok === false ? failed.error.retryAfterMs : undefined }
      },
      [started.url, started.key],
    )
    expect(seen.wait).toBe(1000)
    expect(seen.etags).toContainEqual(expect.stringMatching(/^"/))
    await limited.stop()
  })
})
