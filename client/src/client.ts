// What a client can be asked for. How requests are sent is in transport.ts, and what its methods result in, in types/.
import { createError, type ParameterError } from './errors.ts'
import type { ClientOptions } from './options.ts'
import { isMalformed, type Options, toQuery } from './query.ts'
import { type CallOptions, createTransport, type Transport } from './transport.ts'
import type { Client, Page } from './types/client.ts'
import type { AnyModel, ModelOf } from './types/model.ts'

type AnyOptions = Options & CallOptions
type AnyPage = Page<{ readonly id: string }>

/** A client of one space, the key's. `Model` is what `frontlist-types` generates. */
export function createClient<Model extends ModelOf<Model> = AnyModel>(options: ClientOptions): Client<Model> {
  return createMethods(createTransport(options), {}, {}) as unknown as Client<Model>
}

const errorsOf = (error: { readonly errors?: readonly ParameterError[] } | null) => error?.errors ?? []

/** An option that is undefined is not given. */
function merge(defaults: AnyOptions, options: AnyOptions = {}): AnyOptions {
  const merged: Record<string, unknown> = { ...defaults }
  for (const [name, value] of Object.entries(options)) if (value !== undefined) merged[name] = value
  return merged
}

/** The parameters that had a `Date`, by collection and name: 1 where the server wants it without a time. */
type Days = Record<string, 0 | 1>

function createMethods(transport: Transport, days: Days, defaults: AnyOptions) {
  // biome-ignore lint/suspicious/noExplicitAny: it has the type that the call promises.
  const request = async (member: 'list' | 'doc', names: string[], options: AnyOptions): Promise<any> => {
    const { base } = transport
    // A name that no path can hold: a URL parser would walk up, or there is no encoding for it.
    const missing = names.findIndex(name => /^\.{0,2}$/.test(name) || isMalformed(name))
    if (missing >= 0) {
      throw createError(base, `${missing ? 'entry' : 'collection'}_not_found`, { status: 404 })
    }
    const path = [base, ...names.map(encodeURIComponent)].join('/')
    const { init, signal = init?.signal, ...parameters } = options
    const query = toQuery(
      parameters,
      (name, message = 'cannot be sent') => {
        const errors = [{ in: 'query' as const, name, message }]
        throw createError(path, 'request_invalid', { detail: `${name} ${message}`, errors })
      },
      name => {
        days[names[0] + name] ??= 0
        return days[names[0] + name]
      },
    )
    return transport.send(path, query, member, signal, init).catch(error => {
      // Only the server knows which fields are dates without a time.
      let isNew = 0
      for (const { name, message } of errorsOf(error)) {
        if (days[names[0] + name] === 0 && /day/.test(message)) isNew = days[names[0] + name] = 1
      }
      if (!isNew) throw error
      return request(member, names, options)
    })
  }

  const { queryVariant, ...ofEntries } = defaults

  const list = (collection: string, options?: AnyOptions): Promise<AnyPage> =>
    request('list', [collection], merge(defaults, options))

  const get = async (collection: string, slug: string, options?: AnyOptions) =>
    (await request('doc', [collection, slug], merge(ofEntries, options))).doc

  const find = (collection: string, slug: string, options?: AnyOptions) =>
    get(collection, slug, options).catch(error => {
      if (error?.code === 'entry_not_found') return null
      throw error
    })

  const single = async (collection: string, options?: AnyOptions) =>
    (await request('list', [collection], { ...merge(ofEntries, options), perPage: 1 })).list[0] ?? null

  async function* all(collection: string, options: AnyOptions = {}) {
    const { init, signal = init?.signal } = merge(defaults, options)
    const controller = new AbortController()
    const abort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    const sent: Record<string, unknown> = { ...merge({ perPage: 100 }, options), signal: controller.signal }
    const seen = new Set<string>()
    try {
      let next: Promise<AnyPage> | null = list(collection, sent).catch(error => {
        // The largest page that the server allows.
        const perPage = errorsOf(error).find(({ name }) => name === 'perPage')?.max
        if (!perPage) throw error
        sent.perPage = perPage
        return list(collection, sent)
      })
      for (let page = 2; next; page++) {
        const { list: entries, pagesCount }: AnyPage = await next
        next = page <= pagesCount ? list(collection, { ...sent, page }) : null
        // The consumer may stop before it is awaited.
        next?.catch(() => {})
        for (const entry of entries) {
          if (seen.has(entry.id)) continue
          seen.add(entry.id)
          yield entry
          controller.signal.throwIfAborted()
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
    with: (others: AnyOptions) => createMethods(transport, days, merge(defaults, others)),
  }
}
