// Finds the entries whose reference leads to a published entry. The index contains the ids of all targets, published or not.
import { readLiveIds } from '../../store/query-index.store.ts'
import type { Path } from '../bound-query.ts'
import { EntrySet } from './entry-set.ts'
import type { IndexReader } from './index-reader.ts'

const idsPerRead = 500

/** Returns the entries of a collection that refer to at least one published entry. */
export async function withLiveTarget(
  reader: IndexReader,
  collection: string,
  { indexField, isMany }: Pick<Path, 'indexField' | 'isMany'>,
): Promise<EntrySet> {
  const present = await reader.present(collection, indexField)
  if (present.count === 0) return new EntrySet()
  const { live, dangling } = await sortTargets(reader, collection, indexField)
  if (dangling.length === 0) return present
  const { set: withDangling } = await reader.findKeys(collection, indexField, dangling)
  const others = present.andNot(withDangling)
  return isMany ? others.or((await reader.findKeys(collection, indexField, live)).set) : others
}

interface Targets {
  readonly live: readonly Uint8Array[]
  readonly dangling: readonly Uint8Array[]
}

async function sortTargets(reader: IndexReader, collection: string, field: string): Promise<Targets> {
  const keys = await reader.distinctKeys(collection, field)
  const targets: { live: Uint8Array[]; dangling: Uint8Array[] } = { live: [], dangling: [] }
  for (let from = 0; from < keys.length; from += idsPerRead) {
    const some = keys.slice(from, from + idsPerRead).map(key => ({ key, id: idOf(key) }))
    const published = await readLiveIds(
      reader.reads,
      reader.space,
      some.map(({ id }) => id),
    )
    await reader.pace.count(some.length)
    for (const { key, id } of some) (published.has(id) ? targets.live : targets.dangling).push(key)
  }
  return targets
}

/** Returns the id in a key, without its tag. */
function idOf(key: Uint8Array): string {
  return Buffer.from(key).toString('utf8', 1)
}
