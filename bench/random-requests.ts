// Requests that nobody has asked before, good ones and bad ones: what robots, mistakes and attacks send. All of them
// are made of a seed.
import { mintKey } from '../src/keys/api-key.ts'
import type { PreparedRequest } from './load-round.ts'
import { createRandom } from './random.ts'

interface Asked {
  /** Below the path of the content API. */
  readonly path: string
  readonly status: number
  readonly otherStatus?: number
  /** Absent: the good one. */
  readonly key?: string
}

const base = '/api/v1/public/content'

export function createRandomRequests({ key, posts }: { key: string; posts: number }): () => PreparedRequest {
  const random = createRandom(11)
  const word = () => `${random.below(2 ** 31).toString(36)}${random.below(2 ** 31).toString(36)}`
  const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256))
  const page = (perPage: number) => `perPage=${perPage}&page=${1 + random.below(Math.ceil(posts / perPage))}`
  const slug = () => `posts-of-the-year-${random.below(posts)}`
  const kinds: readonly (() => Asked)[] = [
    () => ({ path: `posts?${page(1 + random.below(10))}&depth=${random.below(2)}`, status: 200 }),
    () => ({ path: `posts?${page(2)}&variants=${word()},${word()}`, status: 200 }),
    () => ({ path: `posts?${page(2)}&variants=members,${word()}`, status: 200 }),
    () => ({ path: `posts?${page(2)}&${word()}=${word()}`, status: 200 }),
    () => ({ path: `posts?perPage=5&page=${posts + random.below(2 ** 30)}`, status: 200 }),
    () => ({ path: `posts/${slug()}?depth=${random.below(2)}&variants=${word()}`, status: 200 }),
    () => ({ path: `posts/${word()}`, status: 404 }),
    () => ({ path: `${word()}/${word()}`, status: 404 }),
    () => ({ path: `posts?page=${word()}x&perPage=${word()}x`, status: 400 }),
    // Of keys that nobody has an address may send so many; what is told then is right as well.
    () => ({ path: 'posts', status: 401, otherStatus: 429, key: mintKey(bytes) }),
    () => ({ path: `posts/${slug()}`, status: 401, key: `flst_${word()}` }),
  ]
  return () => {
    const { path, status, otherStatus, key: other = key } = random.pick(kinds)()
    const target = `${base}/${path}`
    const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${other}\r\n\r\n`
    const statuses = { status, ...(otherStatus !== undefined && { otherStatus }) }
    return { target, ...statuses, etag: null, body: null, bytes: Buffer.from(head) }
  }
}
