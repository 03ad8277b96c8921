// What a request passes before it is worked on: a place, a wait in line, or a 503 that costs next to nothing.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../base/errors.ts'
import { Admission, type AdmissionParts } from './admission.ts'
import { isOpenToAnyOrigin } from './cors.ts'
import type { ServerEnv } from './endpoint.ts'
import { commonHeaders, type EnvelopeOptions, requestIdHeader } from './envelope.ts'
import { rawPath } from './path.ts'
import { toProblemResponse } from './problem.ts'

/** A line in the log for all that were refused in this time. */
const tellMs = 10_000

interface OverloadParts extends AdmissionParts {
  readonly onRefused: () => void
  /** Paths that are answered whatever there is to do. */
  readonly exempt: readonly string[]
}

export interface WorkLimit {
  /** Null where the request may go on, which is where it waits. Who is refused here costs least. */
  readonly refuse: (request: Request) => Response | null
  readonly admit: MiddlewareHandler<ServerEnv>
}

/** One for all: an error that is made anew looks for its stack. */
const overloaded = new Problem('overloaded', 'Server overloaded. Retry after the delay in `Retry-After`.', {
  headers: { 'Retry-After': '1' },
})

/**
 * Content and all the rest have lines of their own: neither who reads, nor who signs in or manages, can shut the others
 * out.
 */
export function limitWork(parts: OverloadParts, surroundings: EnvelopeOptions): WorkLimit {
  const { onRefused, exempt, now } = parts
  const { logger, newRequestId, onAnswer, publicOrigin } = surroundings
  const lines = { content: new Admission(parts), rest: new Admission(parts) }
  const lineOf = (path: string) => (isOpenToAnyOrigin(path) ? lines.content : lines.rest)
  const addHeaders = commonHeaders(publicOrigin)
  // Every request has its line in the log then, and gets it on the long way.
  const isLogged = logger.isLevelEnabled('info')
  let [untold, toldAt] = [0, Number.NEGATIVE_INFINITY]

  const answer = (requestId: string) => {
    onRefused()
    untold += 1
    if (now() - toldAt >= tellMs) {
      logger.warn({ refused: untold }, 'there is more to do than can be done in time: requests are refused')
      untold = 0
      toldAt = now()
    }
    return toProblemResponse(overloaded, requestId)
  }
  return {
    refuse: request => {
      if (isLogged || (!lines.content.isFull && !lines.rest.isFull)) return null
      const path = rawPath(request)
      if (!lineOf(path).isFull || exempt.includes(path)) return null
      const requestId = newRequestId()
      const response = answer(requestId)
      const isOpen = isOpenToAnyOrigin(path)
      response.headers.set(requestIdHeader, requestId)
      addHeaders(response.headers, isOpen)
      onAnswer({ status: response.status, seconds: 0, isOfClient: isOpen && request.method !== 'OPTIONS' })
      return response
    },
    admit: async (context, next) => {
      const { path } = context.req
      if (exempt.includes(path)) return next()
      const entered = lineOf(path).enter()
      const place = entered instanceof Promise ? await entered : entered
      if (place === null) {
        context.set('problem', overloaded)
        return answer(context.get('requestId'))
      }
      context.set('place', place)
      try {
        await next()
      } finally {
        place.leave()
      }
    },
  }
}
