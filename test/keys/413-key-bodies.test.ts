// How large a body may be, to the byte: with its length announced, without, and over a real socket.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { parseRawResponse, sendBytes } from '../kit/app/raw-http.ts'
import { checkResponse, type ReceivedResponse, readProblem } from '../kit/app/responses.ts'
import { sendAs } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, type KeyFixture, keysPath, type NewApiKey, openKeyFixture } from './key-fixture.ts'
import { type KeyServer, prepareDatabase, startKeyServer } from './key-server.ts'

setDefaultTimeout(longTestMs)

const bodyBytesMax = 65_536

/** A good body of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const start = '{"name":"padded"'
  return `${start}${' '.repeat(bytes - start.length - 1)}}`
}

function streamOf(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + 5000))
      at += 5000
    },
  })
}

function expectTooLarge(response: ReceivedResponse): void {
  expect(response.status).toBe(413)
  expect(readProblem(response).code).toBe('body_too_large')
  expect(response.headers.get('Connection')).toBe('close')
}

describe('a body', () => {
  let fixture: KeyFixture
  let target: NewApiKey
  beforeAll(async () => {
    fixture = await openKeyFixture()
    target = await fixture.create()
  })

  const announced = (text: string) => ({ 'Content-Length': String(Buffer.byteLength(text)) })
  const ways = [
    ['with its length announced', (text: string) => [text, announced(text)] as const],
    ['in pieces, without a length', (text: string) => [streamOf(text), {}] as const],
    ['with a length that is a lie', (text: string) => [streamOf(text), { 'Content-Length': '2' }] as const],
  ] as const
  for (const [title, toBody] of ways) {
    test(`of 64 KiB ${title} is read, one byte more is refused and changes nothing`, async () => {
      const good = await fixture.ask('PATCH', `/${target.doc.id}`, ...toBody(bodyOf(bodyBytesMax)))
      expect(docOf(good).name).toBe('padded')
      const before = await fixture.stored()
      for (const [method, path] of [
        ['PATCH', `/${target.doc.id}`],
        ['PATCH', '/nobody'],
        ['POST', ''],
        ['POST', `/${target.doc.id}/rotate`],
        ['DELETE', `/${target.doc.id}`],
      ] as const) {
        expectTooLarge(await fixture.ask(method, path, ...toBody(bodyOf(bodyBytesMax + 1))))
      }
      expect(await fixture.stored()).toEqual(before)
    })
  }

  test('is measured in bytes, not in characters', async () => {
    const text = `{"name":"${'é'.repeat(40_000)}"}`
    expectTooLarge(await fixture.ask('PATCH', `/${target.doc.id}`, text))
  })

  test('of a stranger is not read: without a session its size in pieces is no matter', async () => {
    const outsider = sendAs(fixture.space, null)
    const response = await outsider('POST', keysPath, streamOf(bodyOf(bodyBytesMax + 1)))
    expect(response.status).toBe(401)
  })
})

describe('over a socket a body', () => {
  let fixture: KeyServer
  let target: string
  beforeAll(async () => {
    fixture = await startKeyServer(await prepareDatabase())
    target = (await fixture.create()).doc.id
  })
  afterAll(async () => {
    expect(await fixture.server.stop()).toBe(0)
  })

  function head(lines: readonly string[]): string {
    const sent = { Host: new URL(fixture.url).host, Connection: 'close', ...fixture.headers }
    const all = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    return [`PATCH ${keysPath}/${target} HTTP/1.1`, ...all, ...lines, '', ''].join('\r\n')
  }

  function chunked(text: string): string {
    const pieces = text.match(/.{1,8000}/gs) ?? []
    return [...pieces, ''].map(piece => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
  }

  async function exchange(bytes: string): Promise<ReceivedResponse> {
    const response = parseRawResponse(await sendBytes(fixture.url, bytes, 5000))
    if (!response) throw new Error('The server gave no response.')
    checkResponse(response)
    return response
  }

  for (const [title, send] of [
    ['of an announced length', (text: string) => `${head([`Content-Length: ${text.length}`])}${text}`],
    ['in chunks', (text: string) => `${head(['Transfer-Encoding: chunked'])}${chunked(text)}`],
  ] as const) {
    test(`${title} is read to 64 KiB, and refused with one byte more`, async () => {
      expect((await exchange(send(bodyOf(bodyBytesMax)))).status).toBe(200)
      expectTooLarge(await exchange(send(bodyOf(bodyBytesMax + 1))))
    })
  }

  test('announced as too long is refused before it is sent, one in endless chunks once it is', async () => {
    expectTooLarge(await exchange(head([`Content-Length: ${bodyBytesMax + 1}`])))
    const unended = chunked(bodyOf(bodyBytesMax + 1)).slice(0, -5)
    expectTooLarge(await exchange(head(['Transfer-Encoding: chunked']) + unended))
  })

  test('with two Content-Types is refused, were they the same', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const response = await exchange(`${head([`Content-Type: ${type}`, 'Content-Length: 2'])}{}`)
      expect(readProblem(response).code).toBe('unsupported_media_type')
    }
    expect((await exchange(`${head(['Content-Length: 2'])}{}`)).status).toBe(200)
  })

  test('that says both its length and its chunks, or two lengths, is no request', async () => {
    for (const lines of [
      ['Content-Length: 2', 'Transfer-Encoding: chunked'],
      ['Content-Length: 2', 'Content-Length: 3'],
    ]) {
      expect(await sendBytes(fixture.url, `${head(lines)}2\r\n{}\r\n0\r\n\r\n`, 5000)).toStartWith(
        'HTTP/1.1 400',
      )
    }
  })
})
