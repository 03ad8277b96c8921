// A store that is used only while it is known to be the right one. A shared folder can be unmounted, or another bucket
// configured, at any time. Files are then unavailable, and nothing is stored or deleted in the wrong place.
import type { Clock } from '../../base/clock.ts'
import type { Store } from './store.ts'

const recheckMs = 60_000
const retryMs = 1_000

/**
 * Wraps a store. `check` throws if it is another one, and is repeated once a minute; reads continue in the meantime. Each
 * file is stored only after a check of its own, because an acknowledged file must not be in a folder that the next mount
 * hides. Files are deleted by the thousand, and one that stays does no harm, so deletions need only a check per second.
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
  const forDeleting = () => (clock() - checkedAt >= retryMs ? startCheck() : last)
  const forReading = () => {
    if (!isDue()) return last
    const started = startCheck()
    if (!isRight) return started
    // The next read gets the error.
    started.catch(() => {})
    return last
  }

  return {
    ...store,
    put: async (...parts) => {
      await startCheck()
      return store.put(...parts)
    },
    delete: async (...parts) => {
      await forDeleting()
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
