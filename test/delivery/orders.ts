// Changes of a space as orders, which are plain data: the process that wants one can have it carried out by itself or by
// another one (order-process.ts).
import { join } from 'node:path'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { SpaceId } from '../../src/base/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { killLater } from '../kit/cleanup.ts'

type Work =
  | { readonly what: 'import'; readonly records: readonly ImportRecord[]; readonly prune: boolean }
  /** Addresses that are none are passed over. */
  | { readonly what: 'publish' | 'unpublish'; readonly addresses: readonly string[] }
  | { readonly what: 'revoke'; readonly key: string }

export type Order = Work & { readonly space: SpaceId; readonly now: number }

/** Comes back when it is done, and rejects where it could not be. */
export type Orders = (order: Order) => Promise<void>

/** What the other process says of an order. */
export interface CacheOutcome {
  readonly failure: string | null
}

export function ordersOn(database: Database): Orders {
  return async order => {
    const { space } = order
    const clock = () => order.now
    if (order.what === 'import') {
      const options = { clock, prune: order.prune, dryRun: false, onProgress: () => {} }
      await importContent(database, space, ndjsonSource(new Blob([toNdjson(order.records)])), options)
    } else if (order.what === 'revoke') {
      await database.transaction(writes => revokeKey(writes, space, order.key, order.now))
    } else {
      const work = order.what === 'publish' ? publish : unpublish
      for (const address of order.addresses) await work(database, space, [address], clock).catch(() => {})
    }
  }
}

/** A process of its own, which ends with the tests of the file or with this process. One order at a time. */
export function startOrderProcess(url: string): Orders {
  let waiting = Promise.withResolvers<void>()
  // Nobody waits yet.
  waiting.resolve()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'order-process.ts'), url], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    serialization: 'json',
    ipc: ({ failure }: CacheOutcome) =>
      failure === null ? waiting.resolve() : waiting.reject(new Error(failure)),
  })
  void child.exited.then(() => waiting.reject(new Error('The other process has ended.')))
  killLater(child)
  return order => {
    waiting = Promise.withResolvers()
    child.send(order)
    return waiting.promise
  }
}
