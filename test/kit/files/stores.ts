// File stores for tests: a folder, and a bucket of the kit's server.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from '../../../src/base/ids.ts'
import { openStore, type StoreOptions } from '../../../src/media/stores/open-store.ts'
import type { OpenFile, Store } from '../../../src/media/stores/store.ts'
import { makeFolder } from '../test-folder.ts'
import { s3Secrets, startS3Server } from './s3-server.ts'

export const storeOptions: StoreOptions = {
  process: { host: 'test', process: process.pid },
  random: systemRandom,
  secrets: s3Secrets,
  // Pauses between attempts are not waited for.
  wait: async () => {},
}

/** Each kind of store, empty. */
export const storeKinds: readonly (readonly [kind: string, open: () => Store])[] = [
  ['a folder', () => openStore(`file:${makeFolder()}`, storeOptions)],
  ['S3', () => openStore(startS3Server().address, storeOptions)],
]

export const sha256Of = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A temporary file as uploads leave it, and its hash. */
export function writeUpload(bytes: string | Uint8Array, folder = makeFolder()) {
  const sha256 = sha256Of(bytes)
  const path = join(folder, sha256)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, bytes)
  return { path, sha256 }
}

export async function putBytes(store: Store, bytes: string | Uint8Array): Promise<string> {
  const { path, sha256 } = writeUpload(bytes)
  await store.put(sha256, path)
  return sha256
}

export async function readBytes({ body }: OpenFile): Promise<Uint8Array> {
  return new Response(body).bytes()
}
