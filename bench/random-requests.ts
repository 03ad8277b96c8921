// Unique requests, valid and invalid, as sent by robots, mistakes and attacks. All are generated from a seed.
import { mintKey } from '../src/keys/api-key.ts'
import type { LoadRequest } from './load-order.ts'
import { createRandom } from './random.ts'

/** Below the path of the content API, the expected statuses, and the API key if it is not the valid one. */
type Kind = () => readonly [path: string, statuses: readonly number[], key?: string]

export function createRandomRequests({ key, posts }: { key: string; posts: number }): () => LoadRequest {
  const random = createRandom(11)
  const word = () => `${random.below(2 ** 31).toString(36)}${random.below(2 ** 31).toString(36)}`
  const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256))
  const page = (perPage: number) => `perPage=${perPage}&page=${1 + random.below(Math.ceil(posts / perPage))}`
  const slug = () => `posts-of-the-year-${random.below(posts)}`
  const kinds: readonly Kind[] = [
    () => [`posts?${page(1 + random.below(10))}&depth=${random.below(2)}`, [200]],
    () => [`posts?${page(2)}&variants=${word()},${word()}`, [200]],
    () => [`posts?${page(2)}&variants=members,${word()}`, [200]],
    () => [`posts?${page(2)}&${word()}=${word()}`, [200]],
    () => [`posts?perPage=5&page=${posts + random.below(2 ** 30)}`, [200]],
    () => [`posts/${slug()}?depth=${random.below(2)}&variants=${word()}`, [200]],
    () => [`posts/${word()}`, [404]],
    () => [`${word()}/${word()}`, [404]],
    () => [`posts?page=${word()}x&perPage=${word()}x`, [400]],
    // Requests with unknown API keys are rate limited per client IP.
    () => ['posts', [401, 429], mintKey(bytes)],
    () => [`posts/${slug()}`, [401], `flst_${word()}`],
  ]
  return () => {
    const [path, statuses, other = key] = random.pick(kinds)()
    const headers = { Authorization: `Bearer ${other}`, 'Accept-Encoding': 'identity' }
    return { target: `/api/v1/public/content/${path}`, headers, statuses }
  }
}
