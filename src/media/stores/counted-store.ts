// A store that reports failures, for metrics. Each operation that throws counts once.
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
