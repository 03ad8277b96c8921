// What a client can be asked for. How requests are sent is in transport.ts, and what its methods result in, in types/.
import { createError, type ParameterError } from './errors.ts'
import type { ClientOptions } from './options.ts'
import { isMalformed, type Options, toQuery } from './query.ts'
import { type CallOptions, createTransport, type Transport } from './transport.ts'
import type { Client, Page } from './types/client.ts'
import type { AnyModel, ModelOf } from './types/model.ts'

type AnyOptions = Options & CallOptions
type AnyPage = Page<{ readonly id: string }>

const perPageOfAll = 100

/** A client of one space, the key's. `Model` is what `frontlist-types` generates. */
export function createClient<Model extends ModelOf<Model> = AnyModel>(options: ClientOptions): Client<Model> {
  return createMethods(createTransport(options), new Set(), {}) as unknown as Client<Model>
}

/** A name that no path can hold: a URL parser would walk up, or there is no encoding for it. */
const isUnaddressable = (name: string) => /^\.{0,2}$/.test(name) || isMalformed(name)

const errorsOf = (error: { readonly errors?: readonly ParameterError[] } | null) => error?.errors ?? []

function createMethods(transport: Transport, days: Set<string>, defaults: AnyOptions) {
  // biome-ignore lint/suspicious/noExplicitAny: it has the type that the call promises.
  const request = async (member: 'list' | 'doc', names: string[], options: AnyOptions): Promise<any> => {
    const base = `${transport.prefix}/api/v1/public/content`
    const missing = names.findIndex(isUnaddressable)
    if (missing >= 0) {
      const code = missing ? 'entry_not_found' : 'collection_not_found'
      throw createError(base, code, { status: 404 })
    }
    const path = [base, ...names.map(encodeURIComponent)].join('/')
    const dates = new Set<string>()
    const { signal, init, ...parameters } = options
    const query = toQuery(parameters, {
      refuse: (name, message) => {
        const errors = [{ in: 'query' as const, name, message }]
        throw createError(path, 'request_invalid', { detail: `${name} ${message}`, errors })
      },
      isDay: name => dates.add(name) && days.has(names[0] + name),
    })
    return transport.send(path, query, member, { signal, init }).catch(error => {
      // Only the server knows which fields are dates without a time.
      const known = days.size
      for (const { name, message } of errorsOf(error)) {
        if (dates.has(name) && /day/.test(message)) days.add(names[0] + name)
      }
      if (days.size === known) throw error
      return request(member, names, options)
    })
  }

  /** What there is beside lists too. */
  const { depth, variants, signal, init } = defaults
  const ofEntries = { depth, variants, signal, init }

  const list = (collection: string, options?: AnyOptions): Promise<AnyPage> =>
    request('list', [collection], { ...defaults, ...options })

  const get = async (collection: string, slug: string, options?: AnyOptions) =>
    (await request('doc', [collection, slug], { ...ofEntries, ...options })).doc

  const find = (collection: string, slug: string, options?: AnyOptions) =>
    get(collection, slug, options).catch(error => {
      if (error?.code === 'entry_not_found') return null
      throw error
    })

  const single = async (collection: string, options?: AnyOptions) =>
    (await request('list', [collection], { ...ofEntries, ...options, perPage: 1 })).list[0] ?? null

  /** The first page, smaller if the server refuses so many entries. */
  const firstPage = (collection: string, options: AnyOptions) =>
    list(collection, options).catch(error => {
      const perPage = errorsOf(error).find(({ name }) => name === 'perPage')?.max
      if (!perPage) throw error
      return list(collection, Object.assign(options, { perPage }))
    })

  async function* all(collection: string, options: AnyOptions = {}) {
    const { signal } = { ...defaults, ...options }
    const controller = new AbortController()
    const abort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    const sent = { perPage: perPageOfAll, ...options, signal: controller.signal }
    const seen = new Set<string>()
    try {
      let next: Promise<AnyPage> | null = firstPage(collection, sent)
      for (let page = 2; next; page++) {
        const { list: entries, pagesCount }: AnyPage = await next
        next = page <= pagesCount ? list(collection, { ...sent, page }) : null
        // The consumer may stop before it is awaited.
        next?.catch(() => {})
        for (const entry of entries) {
          if (seen.has(entry.id)) continue
          seen.add(entry.id)
          yield entry
        }
      }
    } finally {
      signal?.removeEventListener('abort', abort)
      controller.abort()
    }
  }

  return {
    list,
    get,
    find,
    single,
    all,
    with: (others: AnyOptions) => createMethods(transport, days, { ...defaults, ...others }),
  }
}
