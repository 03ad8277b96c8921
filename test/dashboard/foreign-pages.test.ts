// C1 in a browser: a page of another origin, opened by somebody who is signed in, changes nothing and reads nothing.
import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type Visitor } from '../kit/browser/browser.ts'

const keysPath = '/api/v1/tokens/api-keys'
const others = [
  '/api/dashboard/members',
  '/api/dashboard/invitations',
  '/api/v1/entries',
  '/api/auth/session',
]
const madeUp = JSON.stringify({ name: 'Made by another site' })

/** A server of no content but a page to write into. */
let outsider: ReturnType<typeof Bun.serve>
beforeAll(() => {
  const page = () => new Response('<!doctype html><title>Another site</title>', { headers: html })
  outsider = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: page })
})
afterAll(() => outsider.stop(true))
const html = { 'Content-Type': 'text/html' }

/**
 * The server is asked as `localhost`. Another port of it is another origin and the same site: the cookie travels, and
 * the origin must be looked at. Its address is another site: the cookie stays at home, which is the second lock.
 */
const origins = [
  { host: 'localhost', refusal: 403 },
  { host: '127.0.0.1', refusal: 401 },
] as const

/** Runs in the page: what came of a request, as far as the page can tell; `TypeError` where it can tell nothing. */
const send = (url: string, init: object) =>
  `fetch(${JSON.stringify(url)}, ${JSON.stringify({ credentials: 'include', ...init })})
    .then(answer => answer.text(), error => error.name)`

/** Runs in the page: a form that is sent off without anybody's click. */
const sendForm = (url: string, enctype: string, name: string, value: string) => `{
    const form = Object.assign(document.createElement('form'), {
      action: ${JSON.stringify(url)}, method: 'post', enctype: ${JSON.stringify(enctype)},
    })
    const field = Object.assign(document.createElement('input'), {
      name: ${JSON.stringify(name)}, value: ${JSON.stringify(value)},
    })
    form.append(field)
    document.body.append(form)
    form.submit()
  }`

describeInBrowser('a page of another origin', (fixture, journey) => {
  const open = async (host: string): Promise<Visitor> => {
    const visitor = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    visitor.expects(/^another host: http/)
    await visitor.page.goto(`http://${host}:${outsider.port}/`)
    return visitor
  }
  /** Whatever a write of these tests could have changed, as its owner sees it. */
  const readState = async (page: Page): Promise<string> => {
    const paths = [keysPath, ...others]
    const responses = await Promise.all(
      paths.map(path => page.context().request.get(`${fixture.url}${path}`)),
    )
    expect(responses.map(response => response.status())).toEqual(paths.map(() => 200))
    const state = (await Promise.all(responses.map(response => response.text()))).join('\n')
    return state.replaceAll(/"lastUsedAt":[^,]*/g, '')
  }
  const firstId = async (page: Page, path: string): Promise<string> => {
    const response = await page.context().request.get(`${fixture.url}${path}`)
    return ((await response.json()) as { list: { id: string }[] }).list[0]!.id
  }

  journey('what these tests send is done where a page of this server sends it', async () => {
    const { page } = await fixture.visit({ as: await fixture.createUser('ada@example.com', 'owner') })
    await page.goto('/')
    const before = await readState(page)
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: madeUp }
    expect(await page.evaluate(send(`${fixture.url}${keysPath}`, sent))).toContain('"key":"flst_')
    expect(await readState(page)).not.toBe(before)
  })

  for (const { host, refusal } of origins) {
    journey(`${host}: a request that needs leave is not let out of the browser`, async () => {
      const visitor = await open(host)
      const { page } = visitor
      visitor.expects(/^console: Access to fetch .* has been blocked by CORS policy/, /ERR_FAILED/)
      const before = await readState(page)
      const key = `${keysPath}/${await firstId(page, keysPath)}`
      const member = `/api/dashboard/members/${await firstId(page, '/api/dashboard/members')}`
      const headers = { 'Content-Type': 'application/json' }
      const writes: readonly [string, string, object][] = [
        ['POST', keysPath, { headers, body: madeUp }],
        ['PATCH', key, { headers, body: madeUp }],
        ['DELETE', key, {}],
        ['POST', `${key}/rotate`, { headers, body: '{}' }],
        ['PATCH', member, { headers, body: '{"role":"member"}' }],
        ['DELETE', member, {}],
        ['POST', '/api/auth/sign-out', { headers, body: '{}' }],
      ]
      for (const [method, path, init] of writes) {
        const reported = await page.evaluate(send(`${fixture.url}${path}`, { method, ...init }))
        expect([method, path, reported]).toEqual([method, path, 'TypeError'])
      }
      expect(await readState(page)).toBe(before)
    })

    journey(`${host}: a request that needs no leave is refused by the server`, async () => {
      const visitor = await open(host)
      const { page } = visitor
      const paths = [keysPath, '/api/auth/sign-out', '/api/auth/switch-space', '/api/dashboard/invitations']
      visitor.expects(/ERR_BLOCKED_BY_RESPONSE/)
      const before = await readState(page)
      for (const path of paths) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
          const init = { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': type }, body: madeUp }
          // Sent and answered; `Cross-Origin-Resource-Policy` hides even that there was a response.
          expect(await page.evaluate(send(`${fixture.url}${path}`, init))).toBe('TypeError')
        }
        await page.evaluate(
          `navigator.sendBeacon(${JSON.stringify(`${fixture.url}${path}`)}, ${JSON.stringify(madeUp)})`,
        )
      }
      // What needs no body would be done by the address alone.
      const entry = await firstId(page, '/api/v1/entries?collection=books')
      for (const path of [`/api/v1/entries/${entry}/unpublish`, '/api/auth/sign-out']) {
        expect(await page.evaluate(send(`${fixture.url}${path}`, { method: 'POST', mode: 'no-cors' }))).toBe(
          'TypeError',
        )
      }
      expect(await readState(page)).toBe(before)
    })

    journey(`${host}: a form that sends itself is refused by the server`, async () => {
      const visitor = await open(host)
      const { page } = visitor
      visitor.expects(`${refusal} POST ${keysPath}`)
      const before = await readState(page)
      // As text, name and value of the field make a body that reads as JSON.
      const forms: readonly [string, string, string][] = [
        ['application/x-www-form-urlencoded', 'name', 'Made by another site'],
        ['multipart/form-data', 'name', 'Made by another site'],
        ['text/plain', '{"name":"Made by another site","x":"', '"}'],
      ]
      for (const [enctype, name, value] of forms) {
        const responded = page.waitForResponse(`${fixture.url}${keysPath}`)
        await page.evaluate(sendForm(`${fixture.url}${keysPath}`, enctype, name, value))
        expect([enctype, (await responded).status()]).toEqual([enctype, refusal])
        // The response is the page now.
        await page.getByText('origin_refused').or(page.getByText('session_required')).waitFor()
        await page.goto(`http://${host}:${outsider.port}/`)
      }
      expect(await readState(page)).toBe(before)
    })

    journey(`${host}: what the session may read is kept from the page`, async () => {
      const visitor = await open(host)
      const { page } = visitor
      visitor.expects(/^console: Access to fetch .* has been blocked by CORS policy/, /ERR_FAILED/)
      for (const path of [keysPath, '/api/auth/session', '/api/dashboard/members']) {
        expect(await page.evaluate(send(`${fixture.url}${path}`, {}))).toBe('TypeError')
      }
    })

    journey(`${host}: the dashboard shows itself in no frame`, async () => {
      const visitor = await open(host)
      const { page } = visitor
      visitor.expects(/^console: .*frame-ancestors/s, /ERR_BLOCKED_BY_RESPONSE/)
      const shown = `new Promise(resolve => {
        const frame = Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(fixture.url)} })
        frame.onload = () => resolve(null)
        document.body.append(frame)
      })`
      await page.evaluate(shown)
      const texts = await Promise.all(page.frames().map(frame => frame.evaluate('document.body.innerText')))
      expect(texts.join('')).not.toContain('Frontlist')
    })
  }
})
