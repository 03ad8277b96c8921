// A store that is used only while it is known to be the right one. A shared folder can be unmounted and another bucket
// configured at any time: then files are unavailable, and nothing is stored or deleted in the wrong place.
import type { Clock } from '../base/clock.ts'
import type { Store } from './store.ts'

const recheckMs = 60_000
const retryMs = 1_000

/**
 * `check` throws if the store is another one. Reads go on while it is repeated, once a minute; before anything is
 * stored or deleted it is waited for.
 */
export function createIdentifiedStore(store: Store, check: () => Promise<void>, clock: Clock): Store {
  let checkedAt = Number.NEGATIVE_INFINITY
  let isRight = false
  let last: Promise<void> = Promise.resolve()
  let current: Promise<void> | null = null

  const runCheck = async () => {
    try {
      await check()
      isRight = true
    } catch (error) {
      isRight = false
      throw error
    }
  }
  const startCheck = () => {
    current ??= runCheck().finally(() => {
      checkedAt = clock()
      last = current ?? last
      current = null
    })
    return current
  }
  const isDue = () => clock() - checkedAt >= (isRight ? recheckMs : retryMs)
  const forWriting = () => (isDue() ? startCheck() : last)
  const forReading = () => {
    if (!isDue()) return last
    const started = startCheck()
    if (!isRight) return started
    // The next read gets its error.
    started.catch(() => {})
    return last
  }

  return {
    ...store,
    put: async (...parts) => {
      await forWriting()
      return store.put(...parts)
    },
    delete: async (...parts) => {
      await forWriting()
      return store.delete(...parts)
    },
    open: async (...parts) => {
      await forReading()
      return store.open(...parts)
    },
    openNow: sha256 => (isRight && !isDue() ? store.openNow(sha256) : null),
    stat: async (...parts) => {
      await forReading()
      return store.stat(...parts)
    },
    list: async function* () {
      await forReading()
      yield* store.list()
    },
  }
}
