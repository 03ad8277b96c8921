// Recovers why a Better Auth call failed. Better Auth replaces a database error by its own, but an unavailable database
// must not be reported as an internal error.
import { AsyncLocalStorage } from 'node:async_hooks'

const calls = new AsyncLocalStorage<{ failure: unknown }>()

/** Remembers a database error for the current Better Auth call. The adapter uses it. */
export async function keepReason<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const call = calls.getStore()
    if (call) call.failure = error
    throw error
  }
}

/** Wraps the functions, so that one that fails after a database error throws the database error. */
export function exposeReasons<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get: (functions, name) => {
      const called: unknown = Reflect.get(functions, name)
      if (typeof called !== 'function') return called
      return async (...values: unknown[]) => {
        const call = { failure: null as unknown }
        try {
          return await calls.run(call, () => called(...values))
        } catch (error) {
          throw call.failure ?? error
        }
      }
    },
  })
}
