// The messages between the form and the page in the frame. They contain addresses of fields, and are checked by origin,
// window and shape. No React here.
import type { DashboardMessage, PageMessage } from '../../../../client/src/preview.ts'

/** Where a part of a page is edited. */
export interface EditAddress {
  readonly collection: string
  readonly id: string
  /** The address of a value, such as `sections/k3f9/heading`; null for the whole entry. */
  readonly path: string | null
}

/** Parses `posts/p1`, `posts/p1#heading`, and `posts/p1#sections/k3f9`. */
export function parseAddress(edit: string): EditAddress | null {
  const [, collection, id, path] =
    /^([\w.-]{1,64})\/([\w.:-]{1,128})(?:#([\w./:-]{1,600}))?$/.exec(edit) ?? []
  if (collection === undefined || id === undefined) return null
  return { collection, id, path: path ?? null }
}

export function toAddress({ collection, id, path }: EditAddress): string {
  return path === null ? `${collection}/${id}` : `${collection}/${id}#${path}`
}

/** Returns the message if it is from the page in this frame. */
export function readMessage(event: MessageEvent, page: Window | null, origin: string): PageMessage | null {
  if (page === null || event.source !== page || event.origin !== origin) return null
  const data = event.data as Partial<Record<'frontlist' | 'edit', unknown>> | null
  if (data?.frontlist === 'ready') return { frontlist: 'ready' }
  if (data?.frontlist !== 'open' || typeof data.edit !== 'string') return null
  return { frontlist: 'open', edit: data.edit }
}

export function sendMessage(page: Window | null, origin: string, message: DashboardMessage): void {
  page?.postMessage(message, origin)
}
