// The messages between the form and the page in the frame. They contain addresses of fields, and are checked by origin,
// window and shape. No React here.
import type { DashboardMessage, PageMessage } from '../../../../client/src/preview.ts'

/** Where a part of a page is edited. */
export interface EditAddress {
  readonly collection: string
  readonly id: string
  /** Null for the whole entry. */
  readonly field: string | null
}

/** Parses `posts/p1`, `posts/p1#heading`, and the path of a block, whose first part is its field. */
export function parseAddress(edit: string): EditAddress | null {
  const [, collection, id, path] =
    /^([\w.-]{1,64})\/([\w.:-]{1,128})(?:#([\w./:-]{1,500}))?$/.exec(edit) ?? []
  if (collection === undefined || id === undefined) return null
  return { collection, id, field: path?.split('/')[0] || null }
}

export function toAddress({ collection, id, field }: EditAddress): string {
  return field === null ? `${collection}/${id}` : `${collection}/${id}#${field}`
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
