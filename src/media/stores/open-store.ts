// Opens the store that an address names: `file:FOLDER`, or `s3://BUCKET/PREFIX?endpoint=…&region=…[&style=path]`. Errors
// name the wrong part of the address, but do not repeat the address, which may contain secrets. Failures of the store are
// counted for metrics.
import { isIP } from 'node:net'
import { Refusal } from '../../base/errors.ts'
import { createFolderStore, type FolderStoreOptions } from './folder-store.ts'
import { createS3Store, type S3Address, type S3Secrets, type Wait } from './s3-store.ts'
import type { Store } from './store.ts'

/** Wraps a store. A body that fails while it is read is not counted. */
export function createCountedStore(store: Store, onError: () => void): Store {
  const counted = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      onError()
      throw error
    }
  }
  return {
    ...store,
    put: (...parts) => counted(store.put(...parts)),
    open: (...parts) => counted(store.open(...parts)),
    stat: (...parts) => counted(store.stat(...parts)),
    delete: (...parts) => counted(store.delete(...parts)),
    list: async function* () {
      try {
        yield* store.list()
      } catch (error) {
        onError()
        throw error
      }
    },
  }
}

export interface StoreOptions extends FolderStoreOptions {
  /** The keys of an S3 store; empty strings if there are none. */
  readonly secrets: S3Secrets
  readonly wait?: Wait
  /** The name of the setting or option with the address, for errors. */
  readonly addressName?: string
}

/** Opens a store without accessing it yet. Throws a Refusal that describes the mistake in the address. */
export function openStore(address: string, options: StoreOptions): Store {
  const place = parseStoreAddress(address, options.addressName)
  if (place.kind === 'folder') return createFolderStore(place.folder, options)
  const { accessKeyId, secretAccessKey } = options.secrets
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new Refusal('An S3 store needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  }
  return createS3Store(place, { accessKeyId, secretAccessKey }, options.wait)
}

type StoreAddress =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Address)

const parameters = ['endpoint', 'region', 'style']

export function parseStoreAddress(address: string, name = 'The address of the file store'): StoreAddress {
  try {
    return parse(address)
  } catch (error) {
    if (error instanceof InvalidAddress) throw new Refusal(`${name} ${error.message}.`)
    throw error
  }
}

/** The message describes the mistake, and continues the name of the address. */
class InvalidAddress extends Error {}

function parse(address: string): StoreAddress {
  if (address.startsWith('file:')) {
    const folder = address.slice('file:'.length)
    if (folder === '') throw refuse('names no folder after file:')
    if (folder.includes('\0')) throw refuse('has a folder with a NUL in its name')
    return { kind: 'folder', folder }
  }
  if (!address.startsWith('s3://')) throw refuse('must begin with file: or s3://')
  const [path = '', query = '', ...more] = address.slice('s3://'.length).split('?')
  if (more.length > 0) throw refuse('has more than one question mark')
  const [bucket = '', ...segments] = path.replace(/\/$/, '').split('/')
  return { kind: 's3', ...readQuery(query, readBucket(bucket)), bucket, prefix: readPrefix(segments) }
}

function readBucket(bucket: string): string {
  if (bucket.includes('@')) {
    throw refuse('must not hold keys: they belong in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket)) {
    throw refuse('needs the name of a bucket after s3://, of 3 to 63 letters, digits, `.`, `-` and `_`')
  }
  return bucket
}

function readPrefix(segments: readonly string[]): string {
  if (segments.some(segment => !/^[\w.-]+$/.test(segment) || /^\.\.?$/.test(segment))) {
    throw refuse('has a prefix with other characters than letters, digits, `.`, `-`, `_` and `/`')
  }
  return segments.join('/')
}

function readQuery(query: string, bucket: string): Omit<S3Address, 'bucket' | 'prefix'> {
  const given = new URLSearchParams(query)
  for (const name of new Set(given.keys())) {
    if (!parameters.includes(name))
      throw refuse(`has an unknown parameter; known are ${parameters.join(', ')}`)
    if (given.getAll(name).length > 1) throw refuse(`has the parameter ${name} more than once`)
  }
  const endpoint = URL.parse(given.get('endpoint') ?? '')
  const isOrigin =
    endpoint !== null && /^https?:$/.test(endpoint.protocol) && endpoint.href === `${endpoint.origin}/`
  if (!isOrigin) throw refuse('needs endpoint=, an origin such as https://s3.eu-central-1.amazonaws.com')
  const region = given.get('region') ?? ''
  if (!/^[\w-]{1,64}$/.test(region)) throw refuse('needs region=, such as eu-central-1')
  const style = given.get('style')
  if (style !== null && style !== 'path') throw refuse('has another style than path')
  if (style === null && isIP(endpoint.hostname.replaceAll(/[[\]]/g, '')) > 0) {
    throw refuse('has an IP address as its endpoint, under which a bucket has no host: add &style=path')
  }
  if (style === null && !/^[a-z0-9.-]+$/.test(bucket)) {
    throw refuse('names a bucket that cannot be part of a host: add &style=path')
  }
  return { endpoint: endpoint.origin, region, isPathStyle: style === 'path' }
}

const refuse = (reason: string) => new InvalidAddress(reason)
