// What a client can be asked for. How requests are sent is in transport.ts, and what its methods result in, in types/.
import { type CallOptions, createFollower } from './abort.ts'
import { createError, type ParameterError } from './errors.ts'
import type { ClientOptions } from './options.ts'
import { type Options, toQuery } from './query.ts'
import { createTransport, type Transport } from './transport.ts'
import type { Client, Page } from './types/client.ts'
import type { AnyModel, ModelOf } from './types/model.ts'

type AnyOptions = Options & CallOptions
type AnyPage = Page<{ readonly id: string }>

/** A client of one space, the key's. `Model` is what `frontlist-types` generates. */
export function createClient<Model extends ModelOf<Model> = AnyModel>(options: ClientOptions): Client<Model> {
  return createMethods(createTransport(options), new Set(), {}) as unknown as Client<Model>
}

/** An option that is undefined is not given. */
function merge(defaults: AnyOptions, options?: AnyOptions): AnyOptions {
  const merged: Record<string, unknown> = { ...defaults }
  for (const [name, value] of Object.entries(options ?? {})) if (value !== undefined) merged[name] = value
  return merged
}

/** `days`: collections and parameters of which the server wants a `Date` without its time. */
function createMethods(transport: Transport, days: Set<string>, defaults: AnyOptions) {
  // biome-ignore lint/suspicious/noExplicitAny: it has the type that the call promises.
  const request = async (member: 'list' | 'doc', names: string[], options: AnyOptions): Promise<any> => {
    const [send, base] = transport
    // A name that no path can hold: a URL parser would walk up, or there is no encoding for it.
    names.forEach((name, index) => {
      if (/^\.{0,2}$|\p{Cs}/u.test(name)) {
        throw createError(base + names.join('/'), {
          code: `${index ? 'entry' : 'collection'}_not_found`,
          status: 404,
        })
      }
    })
    const path = base + names.map(encodeURIComponent).join('/')
    const { init, signal, ...parameters } = options
    const write = () =>
      toQuery(
        parameters,
        name => {
          const message = 'cannot be sent'
          throw createError(path, {
            code: 'request_invalid',
            errors: [{ in: 'query', name, message }],
            detail: `${name} ${message}`,
          })
        },
        name => days.has(names[0] + name),
      )
    const query = write()
    return send(path, query, member, options).catch(error => {
      // Only the server knows which fields are dates without a time.
      for (const { name, message } of error?.errors ?? []) if (/day/.test(message)) days.add(names[0] + name)
      if (write() === query) throw error
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

  async function* all(collection: string, options?: AnyOptions) {
    const controller = createFollower(merge(defaults, options))
    const sent: Record<string, unknown> = { ...merge({ perPage: 100 }, options), signal: controller.signal }
    const seen = new Set<string>()
    try {
      let next: Promise<AnyPage> | null = list(collection, sent).catch(error => {
        // The largest page that the server allows.
        const perPage = error?.errors?.find(({ name }: ParameterError) => name === 'perPage')?.max
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
          // An entry that is there already adds nothing.
          if (seen.size < seen.add(entry?.id).size) yield entry
          controller.signal.throwIfAborted()
        }
      }
    } finally {
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
