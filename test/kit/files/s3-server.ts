// The smallest server that speaks as much S3 as the store needs: put, get with ranges, delete, lists in pages. Its
// signatures are checked by what AWS publishes of version 4, and by none of the code under test. Objects are files.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cleanUpLater } from '../cleanup.ts'
import { makeFolder } from '../test-folder.ts'

export const s3Secrets = { accessKeyId: 'TESTACCESSKEY', secretAccessKey: 'a-secret/of+tests' }
const region = 'test-region'

export interface S3Server {
  /** For `openStore`. */
  readonly address: string
  readonly origin: string
  /** Method and key of each request. */
  readonly requests: string[]
  /** What the next requests get instead of a response of their own, one each. */
  readonly failures: (number | 'hang' | 'cut')[]
  /** No key, no list: as if the bucket had been deleted. */
  isBucketGone: boolean
  readonly objects: Map<string, { readonly path: string; readonly size: number }>
  stop(): Promise<void>
}

export function startS3Server({ port = 0, pageMax = 1000 } = {}): S3Server {
  const folder = makeFolder()
  const state: Omit<S3Server, 'address' | 'origin' | 'stop'> = {
    requests: [],
    failures: [],
    isBucketGone: false,
    objects: new Map(),
  }
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    maxRequestBodySize: 5_000_000_000,
    idleTimeout: 0,
    fetch: async request => {
      const url = new URL(request.url)
      const [, bucket = '', ...segments] = url.pathname.split('/')
      const key = decodeURIComponent(segments.join('/'))
      state.requests.push(`${request.method} ${key}`)
      const failure = state.failures.shift()
      if (failure === 'hang') await new Promise(() => {})
      if (typeof failure === 'number') return toError(failure, 'ServiceUnavailable')
      const refusal = checkSignature(request, url)
      if (refusal) return refusal
      if (bucket !== 'files' || state.isBucketGone) return toError(404, 'NoSuchBucket')
      if (failure === 'cut') return new Response('', { status: 200 })
      if (key === '' && request.method === 'GET') return list(url.searchParams, state.objects, pageMax)
      if (request.method === 'PUT') return put(request, key, state.objects, folder)
      const object = state.objects.get(key)
      if (request.method === 'DELETE') {
        state.objects.delete(key)
        if (object) rmSync(object.path)
        return new Response(null, { status: 204 })
      }
      if (!object) return toError(404, 'NoSuchKey')
      return get(request.headers.get('Range'), object)
    },
  })
  const origin = server.url.origin
  const stop = () => server.stop(true)
  cleanUpLater(stop)
  const address = `s3://files/some/prefix?endpoint=${origin}&region=${region}&style=path`
  return Object.assign(state, { origin, address, stop })
}

let written = 0

async function put(
  request: Request,
  key: string,
  objects: S3Server['objects'],
  folder: string,
): Promise<Response> {
  if (request.headers.get('If-None-Match') === '*' && objects.has(key))
    return toError(412, 'PreconditionFailed')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, String(++written))
  if (request.body) await pipeline(request.body, createWriteStream(path))
  objects.set(key, { path, size: statSync(path).size })
  return new Response(null, { headers: { ETag: `"${written}"` } })
}

function get(range: string | null, { path, size }: { path: string; size: number }): Response {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined)
    return new Response(Bun.file(path), { headers: { 'Content-Type': 'binary/octet-stream' } })
  const start = Number(first)
  const end = Math.min(Number(last) + 1, size)
  if (start >= size) return toError(416, 'InvalidRange')
  const headers = { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }
  return new Response(Bun.file(path).slice(start, end), { status: 206, headers })
}

function list(query: URLSearchParams, objects: S3Server['objects'], pageMax: number): Response {
  if (query.get('list-type') !== '2') return toError(400, 'InvalidArgument')
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const count = Math.min(Number(query.get('max-keys') ?? 1000), pageMax)
  const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, count)
  const isTruncated = keys.length > page.length
  const contents = page.map(
    key => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.size}</Size></Contents>`,
  )
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    { headers: { 'Content-Type': 'application/xml' } },
  )
}

/** As AWS does it, the error of a signature repeats what was signed, and by which key. */
function toError(status: number, code: string, more = ''): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>A message.</Message>${more}</Error>`
  return new Response(text, { status, headers: { 'Content-Type': 'application/xml' } })
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

interface Signed {
  readonly credential: string
  readonly date: string
  readonly signedHeaders: string
  readonly signature: string
  readonly payload: string
}

function readSignature(request: Request, { searchParams }: URL): Signed | null {
  const payload = request.headers.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD'
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      request.headers.get('Authorization') ?? '',
    ) ?? []
  const date = request.headers.get('x-amz-date')
  if (credential && signedHeaders && signature && date) {
    return { credential, date, signedHeaders, signature, payload }
  }
  const of = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (of('Algorithm') !== 'AWS4-HMAC-SHA256') return null
  return {
    credential: of('Credential'),
    date: of('Date'),
    signedHeaders: of('SignedHeaders'),
    signature: of('Signature'),
    payload,
  }
}

/** Null if the signature is right. */
function checkSignature(request: Request, url: URL): Response | null {
  const signed = readSignature(request, url)
  if (!signed) return toError(403, 'AccessDenied')
  const [key, ...scope] = signed.credential.split('/')
  const keyText = `<AWSAccessKeyId>${key}</AWSAccessKeyId>`
  if (key !== s3Secrets.accessKeyId) return toError(403, 'InvalidAccessKeyId', keyText)
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const names = signed.signedHeaders.split(';')
  const headers = names.map(name => `${name}:${(request.headers.get(name) ?? '').trim()}\n`).join('')
  const path = url.pathname
    .split('/')
    .map(part => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [request.method, path, query, headers, signed.signedHeaders, signed.payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', signed.date, scope.join('/'), hash(canonical)].join('\n')
  const signingKey = scope.reduce<string | Buffer>(
    (by, part) => hmac(by, part),
    `AWS4${s3Secrets.secretAccessKey}`,
  )
  const expected = hmac(signingKey, toSign)
  const sent = Buffer.from(signed.signature, 'hex')
  const isRight = sent.length === expected.length && timingSafeEqual(sent, expected)
  return isRight ? null : toError(403, 'SignatureDoesNotMatch', keyText)
}
