// The methods of a client. Their requests are sent by transport.ts, and the types of their results are in types/.
import { type CallOptions, createFollower } from './abort.ts'
import { createError, type ParameterError } from './errors.ts'
import type { ClientOptions } from './options.ts'
import { type Options, toQuery } from './query.ts'
import { createTransport, type Transport } from './transport.ts'
import type { Client, Page, PreviewClient } from './types/client.ts'
import type { AnyModel, ModelOf } from './types/model.ts'

type AnyOptions = Options & CallOptions
type AnyPage = Page<{ readonly id: string }>

/** Creates a client for the space of the API key. `frontlist-types` generates `Model`. */
export function createClient<Model extends ModelOf<Model> = AnyModel>(options: ClientOptions): Client<Model>
/** Creates a client that reads drafts. */
export function createClient<Model extends ModelOf<Model> = AnyModel>(
  options: ClientOptions<true>,
): PreviewClient<Model>
/** Creates a client that reads drafts if `preview` is true. */
export function createClient<Model extends ModelOf<Model> = AnyModel>(
  options: ClientOptions<boolean>,
): PreviewClient<Model, boolean>
export function createClient(options: ClientOptions<boolean>): unknown {
  return createMethods(createTransport(options), new Set(), {})
}

/** Merges options over defaults. An option that is undefined counts as absent. */
function merge(defaults: AnyOptions, options?: AnyOptions): AnyOptions {
  const merged: Record<string, unknown> = { ...defaults }
  for (const [name, value] of Object.entries(options ?? {})) if (value !== undefined) merged[name] = value
  return merged
}

/**
 * `days` contains a collection's name followed by a parameter's name if the server expects a `Date` without its time there.
 */
function createMethods(transport: Transport, days: Set<string>, defaults: AnyOptions) {
  // biome-ignore lint/suspicious/noExplicitAny: it has the type that the call promises.
  const request = async (member: 'list' | 'doc', names: string[], options: AnyOptions): Promise<any> => {
    const [send, base] = transport
    // No path can contain these names: URL parsers resolve dots, and lone surrogates cannot be encoded.
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
      // Only the server knows which fields are dates without a time. Its errors name them, and the request is repeated.
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
        // The error reports the largest page size that the server allows.
        const perPage = error?.errors?.find(({ name }: ParameterError) => name === 'perPage')?.max
        if (!perPage) throw error
        sent.perPage = perPage
        return list(collection, sent)
      })
      for (let page = 2; next; page++) {
        const { list: entries, pagesCount }: AnyPage = await next
        next = page <= pagesCount ? list(collection, { ...sent, page }) : null
        // Prevents an unhandled rejection, because the consumer may stop before this page is awaited.
        next?.catch(() => {})
        for (const entry of entries) {
          // Skips an entry that an earlier page already contained.
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
