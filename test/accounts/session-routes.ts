// Every route that takes a session, asked with one cookie: what a test of sessions looks at.
import { expect } from 'bun:test'
import { sendAs } from '../kit/app/signed-in.ts'
import type { TestSpace } from '../kit/app/test-space.ts'

/** The session's cookie over http. */
export const cookieName = 'frontlist.session'

/** As their pages ask; an owner or admin may do all of it. */
export const sessionRoutes: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/api/auth/session'],
  ['GET', '/api/v1/tokens/api-keys'],
  ['POST', '/api/v1/tokens/api-keys', { name: 'k' }],
  ['GET', '/api/dashboard/members'],
  ['GET', '/api/dashboard/activity'],
  ['POST', '/api/auth/switch-space', { space: 'main' }],
]
export const openStatuses = [200, 200, 201, 200, 200, 200]
export const closedStatuses = sessionRoutes.map(() => 401)

/** The status of each route; what is refused is refused for want of a session. */
export async function requestAll(
  space: TestSpace,
  cookie: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<number[]> {
  const statuses: number[] = []
  for (const [method, path, body] of sessionRoutes) {
    const response = await sendAs(space, cookie)(method, path, body, headers)
    if (response.status === 401) expect(await response.json()).toMatchObject({ code: 'session_required' })
    statuses.push(response.status)
  }
  return statuses
}

/** What the database has of the token that a cookie holds before its signature. */
export function hashOfToken(cookie: string): string {
  const [token] = decodeURIComponent(cookie.slice(cookieName.length + 1)).split('.')
  return new Bun.CryptoHasher('sha256').update(token ?? '').digest('hex')
}
