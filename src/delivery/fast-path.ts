// Requests that were answered well before and come again to the letter. What they ask for is known without reading them;
// whether it may be given, and what it is now, is found out each time. Whatever is not certain at once goes the long
// way, which is where all errors come from.

import { type Coding, chooseFrom } from '../http/content-coding.ts'
import { commonHeaders, type EnvelopeOptions, headerBytesMax, requestIdHeader } from '../http/envelope.ts'
import {
  codings,
  describe,
  encodedNow,
  isEncoded,
  type JsonResponse,
  matches,
  validators,
} from '../http/json-response.ts'
import { ByteCache } from './cache/byte-cache.ts'

/**
 * By the value of the header Authorization: what `use` makes of the answer as it is now; null where that takes longer to
 * say, or `use` says null. It counts as a request only where there is an answer to it.
 */
type Again = (
  authorization: string | undefined,
  use: (answer: JsonResponse) => Response | null,
) => Response | null

export interface FastPath {
  /** For a request that was answered with nothing but what its address and its key ask for. */
  remember(request: Request, again: Again): void
  /** Null where the request has to go the long way. */
  answer(request: Request): Response | null
}

/** Addresses and what they ask for, which is a few hundred bytes each. */
const bytesMax = 4 * 1024 * 1024
const questionBytes = 400

/** Values of Accept-Encoding that are remembered; there are few in use. */
const acceptMax = 200

interface Asked {
  readonly host: string
  readonly again: Again
}

/** An answer's headers in one coding, but for the id of the request. */
interface Prepared {
  readonly whole: Headers
  readonly unchanged: Headers
}

/** Sent by a request whose answer depends on more than address, key and content. */
const unusual = ['prefer', 'content-length'] as const

export function createFastPath(options: EnvelopeOptions): FastPath {
  const { logger, newRequestId, onAnswer, publicOrigin } = options
  // A line for each request costs far more than what is saved here.
  const isOff = logger.isLevelEnabled('info')
  const addHeaders = commonHeaders(publicOrigin)
  const asked = new ByteCache<Asked>(bytesMax)
  const prepared = new WeakMap<JsonResponse, Map<Coding | null, Prepared>>()
  const accepted = new Map<string, Coding | null>()

  const choose = (accept: string | undefined): Coding | null => {
    if (accept === undefined) return null
    const known = accepted.get(accept)
    if (known !== undefined) return known
    const coding = chooseFrom(accept, codings)
    if (accepted.size >= acceptMax) accepted.clear()
    accepted.set(accept, coding)
    return coding
  }

  const prepare = (answer: JsonResponse, coding: Coding | null, body: Blob): Prepared => {
    const known = prepared.get(answer) ?? new Map<Coding | null, Prepared>()
    prepared.set(answer, known)
    const both = { ...validators(answer, coding), 'Server-Timing': 'cache;desc=hit' }
    const made = {
      whole: new Headers({ ...both, ...describe(body, coding) }),
      unchanged: new Headers(both),
    }
    for (const headers of Object.values(made)) addHeaders(headers, true)
    known.set(coding, made)
    return made
  }

  const respond = (answer: JsonResponse, accept: string | undefined, noneMatch: string | undefined) => {
    const coding = isEncoded(answer) ? choose(accept) : null
    const body = encodedNow(answer, coding)
    if (body === null) return null
    const { whole, unchanged } = prepared.get(answer)?.get(coding) ?? prepare(answer, coding, body)
    const isUnchanged =
      noneMatch !== undefined && (noneMatch === whole.get('ETag') || matches(noneMatch, answer.digest))
    return isUnchanged
      ? new Response(null, { status: 304, headers: unchanged })
      : new Response(body, { headers: whole })
  }

  return {
    remember: ({ url, headers }, again) => {
      asked.set(url, { host: headers.get('Host') ?? '', again }, questionBytes)
    },
    answer: request => {
      if (isOff || request.method !== 'GET') return null
      const question = asked.get(request.url)
      if (question === undefined) return null
      const started = performance.now()
      // Bun's own, and the cheapest way to all of them: names in small letters, values joined as Headers.get does.
      const headers: Readonly<Record<string, string>> = request.headers.toJSON()
      let bytes = 0
      for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + 4
      if (bytes > headerBytesMax || (headers.host ?? '') !== question.host) return null
      for (const name of unusual) if (headers[name] !== undefined) return null
      const response = question.again(headers.authorization, answer =>
        respond(answer, headers['accept-encoding'], headers['if-none-match']),
      )
      if (response === null) return null
      response.headers.set(requestIdHeader, newRequestId())
      onAnswer({
        status: response.status,
        seconds: (performance.now() - started) / 1000,
        isOfClient: true,
      })
      return response
    },
  }
}
