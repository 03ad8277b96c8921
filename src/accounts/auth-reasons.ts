// Why Better Auth failed. It answers a failure of the database with an error of its own that does not say so, and a
// database that is away must not be told as a fault of ours.
import { AsyncLocalStorage } from 'node:async_hooks'

const calls = new AsyncLocalStorage<{ failure: unknown }>()

/** For the adapter: whatever the database throws is kept for the call that is being made. */
export async function keepReason<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const call = calls.getStore()
    if (call) call.failure = error
    throw error
  }
}

/** The same functions; one that fails after the database has failed throws what the database did. */
export function tellReasons<Api extends object>(api: Api): Api {
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
