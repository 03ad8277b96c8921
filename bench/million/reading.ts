// Readers of a server, while something else happens or nothing does: how long they wait for an answer.

import { slugOf } from '../entries.ts'
import { ask } from '../one-request.ts'
import type { ServerProcess } from '../programs.ts'
import { at, rounded } from '../results.ts'
import type { ReadFigures } from './results.ts'

export interface Shelf {
  readonly node: ServerProcess
  readonly key: string
  readonly entries: number
}

const readers = 2
const perPage = 20
/** Between an answer and the next question: the server is busy now and then, and not a queue of its own. */
const pauseMs = 5

/** A page or an entry, spread over the whole collection. */
export function toTarget(number: number, entries: number): string {
  if (number % 2 === 0) return `posts/${slugOf((number * 7919) % entries)}`
  const pages = Math.max(1, Math.floor(entries / perPage))
  return `posts?perPage=${perPage}&page=${1 + ((number * 7919) % pages)}`
}

/** Reads until `end` is settled. */
export async function measureReads(
  { node, key, entries }: Shelf,
  end: Promise<unknown>,
): Promise<ReadFigures> {
  let over = false
  const ended = end.finally(() => {
    over = true
  })
  const took: number[] = []
  let number = 0
  const read = async () => {
    while (!over) {
      const started = performance.now()
      await ask(node, key, toTarget(number++, entries))
      took.push(performance.now() - started)
      await Bun.sleep(pauseMs)
    }
  }
  await Promise.all([ended, ...Array.from({ length: readers }, read)])
  return { requests: took.length, p50Ms: rounded(at(took, 0.5), 3), p99Ms: rounded(at(took, 0.99), 3) }
}
