// The space of the cases of assets: who may upload, entries that use what was uploaded, and the public.
import { expect } from 'bun:test'
import type { AssetView } from '../../../src/media/manage/asset.schema.ts'
import {
  type AuthoringFixture,
  type AuthoringResponse,
  type CallerName,
  openAuthoring,
} from '../../authoring/authoring-fixture.ts'
import { picturesModel } from '../../kit/app/assets.ts'

export interface AssetsFixture extends AuthoringFixture {
  readonly upload: (
    as: CallerName,
    bytes: Bytes,
    query: string,
    headers?: Readonly<Record<string, string | null>>,
  ) => Promise<AuthoringResponse>
  readonly replace: (as: CallerName, id: string, bytes: Bytes, query?: string) => Promise<AuthoringResponse>
  /** As the owner; the asset. */
  readonly add: (bytes: Bytes, query: string) => Promise<AssetView>
  /** An entry with these values, published. */
  readonly show: (id: string, data: object) => Promise<void>
  /** Of a delivery path, without credentials. */
  readonly status: (path: string) => Promise<number>
}

export type Bytes = string | Uint8Array<ArrayBuffer>

export async function openAssets(): Promise<AssetsFixture> {
  const fixture = await openAuthoring(picturesModel)
  const { ask, create, publish, space } = fixture
  const send = (as: CallerName, method: string, path: string, bytes: Bytes, headers = {}) =>
    ask(as, method, path, bytes as string, { 'Content-Type': null, ...headers })
  const upload: AssetsFixture['upload'] = (as, bytes, query, headers) =>
    send(as, 'POST', `/assets?${query}`, bytes, headers)
  return {
    ...fixture,
    upload,
    replace: (as, id, bytes, query = '') => send(as, 'PUT', `/assets/${id}/file?${query}`, bytes),
    add: async (bytes, query) => {
      const { status, body, text } = await upload('owner', bytes, query)
      expect({ query, status, text }).toMatchObject({ status: 201 })
      return body.doc
    },
    show: async (id, data) => {
      await create({ id, collection: 'pictures', slug: id, data })
      await publish(id)
    },
    status: async path => (await space.request(path)).status,
  }
}

/** A GIF of one pixel; others of the same picture differ in what follows. */
export const gif = (more = '') => new Uint8Array(Buffer.concat([gifBytes, Buffer.from(more)]))
const gifBytes = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
