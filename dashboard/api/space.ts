// The space in the page's URL. Every request of a page is sent through this file, so that it applies to this space only,
// regardless of other windows of the same browser.
import { createContext, useContext, useMemo } from 'react'
import { type Right, rolesWith } from '../../src/access/rights.ts'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { type SpacePaths, toSpacePaths } from '../paths.ts'
import { request } from './request.ts'

export type SpaceView = SessionView['spaces'][number]

export const SpaceContext = createContext<SpaceView | null>(null)

/** Returns the current space. Only for pages of a space, where the frame ensures that the user is a member. */
export function useSpace(): SpaceView {
  const space = useContext(SpaceContext)
  if (space === null) throw new Error('This page needs a space.')
  return space
}

export function useSpacePaths(): SpacePaths {
  const { slug } = useSpace()
  return useMemo(() => toSpacePaths(slug), [slug])
}

/** Checks whether the user's role has the right, to decide what a page offers. The server enforces it. */
export function useHasRight(right: Right): boolean {
  return rolesWith(right).includes(useSpace().role)
}

export type QueryKey = readonly [kind: 'space', slug: string, ...parts: unknown[]]

export interface SpaceApi {
  /** Returns a query key that begins with the space, so that two spaces never share cached data. */
  readonly toKey: (...parts: readonly unknown[]) => QueryKey
  /** Sends a {@link request} for this space. */
  readonly request: <Response>(
    method: Parameters<typeof request>[0],
    path: string,
    body?: unknown,
    options?: { readonly keepalive: boolean },
  ) => Promise<Response>
}

export function useSpaceApi(): SpaceApi {
  const { slug } = useSpace()
  return useMemo(() => toSpaceApi(slug), [slug])
}

function toSpaceApi(slug: string): SpaceApi {
  return {
    toKey: (...parts) => ['space', slug, ...parts],
    request: (method, path, body, options) => request(method, path, { body, space: slug, ...options }),
  }
}
