// Answers that were made once, kept as the bytes that are sent. An answer may be given again while nothing that is
// served in its space has changed. Whoever asks has been let in before: what is kept is found by the space of the key.
import type { SpaceId } from '../base/ids.ts'
import type { Database, Reads } from '../database/database.ts'
import { readRevision } from '../database/read-revision.ts'
import { findVersions } from '../database/versions.ts'
import { type JsonAnswer, sizeOf, toJsonAnswer } from '../http/json-answer.ts'

interface KeptAnswer {
  readonly answer: JsonAnswer
  readonly revision: number
  readonly epoch: number
  readonly bytes: number
}

export interface Answers {
  /**
   * `make` reads under one snapshot; `question` is a text that no other question of the space has. What `make` throws
   * is not kept.
   */
  find(space: SpaceId, question: string, make: (reads: Reads) => Promise<string>): Promise<JsonAnswer>
}

/** What a Map's entry and the objects around the bytes take, about. */
const overheadBytes = 512

/** Keeps up to `bytesMax`; the answers that were asked for least lately go. */
export function createAnswers(
  { snapshot, versions }: Pick<Database, 'snapshot' | 'versions'>,
  bytesMax: number,
): Answers {
  const kept = new Map<string, KeptAnswer>()
  let keptBytes = 0

  const drop = (name: string): void => {
    keptBytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  const keep = (name: string, one: KeptAnswer): void => {
    drop(name)
    if (one.bytes > bytesMax / 8) return
    kept.set(name, one)
    keptBytes += one.bytes
    for (const oldest of kept.keys()) {
      if (keptBytes <= bytesMax) break
      drop(oldest)
    }
  }

  return {
    find: async (space, question, make) => {
      const name = `${space} ${question}`
      const now = await findVersions(versions, space)
      const known = kept.get(name)
      if (known && now && known.revision === now.revision && known.epoch === now.epoch) {
        // Asked for most lately: last in the line of those that go.
        kept.delete(name)
        kept.set(name, known)
        return known.answer
      }
      const made = await snapshot(
        space,
        async reads => {
          const revision = await readRevision(reads, space)
          return { revision, answer: toJsonAnswer(await make(reads)) }
        },
        now?.revision,
      )
      versions.observe(space, { revision: made.revision, keys: 0 })
      if (now) {
        const bytes = sizeOf(made.answer) + 2 * name.length + overheadBytes
        keep(name, { ...made, epoch: now.epoch, bytes })
      }
      return made.answer
    },
  }
}
