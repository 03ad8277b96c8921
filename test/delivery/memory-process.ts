// A program: makes one of the small things that a node keeps, many times, and tells as JSON what is counted for it and
// what it takes. In a process of its own, where nothing else comes and goes.
import { heapStats } from 'bun:jsc'
import type { SpaceId } from '../../src/base/ids.ts'
import { ReferenceCache } from '../../src/delivery/cache/fragment-cache.ts'
import { blockSize, ListIndex } from '../../src/delivery/list/list-index.ts'
import type { ListPosition } from '../../src/delivery/list/list-position.ts'
import { toUnresolvedReference } from '../../src/delivery/resolve/entry-template.ts'

/** In bytes; `kept` says whether all that should be there is. */
export interface Memory {
  readonly taken: number
  readonly counted: number
  readonly kept: boolean
}

interface Measured {
  readonly counted: number
  /** Asked after the memory was looked at, so that what is kept is there until then. */
  readonly isKept: () => boolean
}

/** A text of its own, as the database hands them over. */
const idOf = (number: number) => Buffer.from(String(number).padStart(26, '0')).toString()

const keyOf = (number: number): ListPosition => ({ publishedAt: 2 ** 41 - number, entry: idOf(number) })

const cases = {
  'index of 13 million entries': () => {
    const total = 13_000_000
    const index = new ListIndex(total)
    let at = 0
    for (let part = index.missing(0, total); part !== null; part = index.missing(0, total)) {
      const blocks = Math.ceil(part.count / blockSize)
      const starts = Array.from({ length: blocks + 1 }, (_, block) => keyOf(at + block))
      at += blocks
      index.append(part, starts)
    }
    return { counted: index.bytes, isKept: () => index.locate(total - 20) !== null }
  },
  'references that are not resolved': () => {
    const counted = 20_000_000
    const cache = new ReferenceCache(counted, () => null)
    const references = cache.at({ space: 'main' as SpaceId, epoch: 1, revision: 1 })
    const most = 100_000
    for (let number = 0; number < most; number++) {
      references.keep(
        idOf(number),
        toUnresolvedReference({ entry: idOf(number), collection: 'posts', slug: `slug-${number}` }),
      )
    }
    return { counted, isKept: () => references.find(idOf(most - 1)) !== undefined }
  },
} satisfies Record<string, () => Measured>

export type MemoryCase = keyof typeof cases

function memory(): number {
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return heapSize + extraMemorySize
}

if (import.meta.main) {
  const make = cases[process.argv[2] as MemoryCase]
  const before = memory()
  const { counted, isKept } = make()
  const outcome: Memory = { counted, taken: memory() - before, kept: isKept() }
  process.stdout.write(JSON.stringify(outcome))
}
