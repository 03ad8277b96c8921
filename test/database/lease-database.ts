// The database of the simulation: spaces that count their commits, and the contents that those commits made. It
// remembers when each content stopped being the newest, which is what the age of a response is measured by.
import type { CountersResponse } from '../../src/database/lease/space-leases.ts'
import type { SpaceCounters } from '../../src/database/space-versions.ts'

/** What is served of a space, and its keys: each is one content at a time. */
export type Part = keyof SpaceCounters
export const parts: readonly Part[] = ['revision', 'keys']

interface Content {
  readonly version: number
  /** When a commit that replaced it was acknowledged; null while it is the newest. */
  replacedAt: number | null
}

export interface SpaceState {
  readonly revision: Content
  readonly keys: Content
}

export class SimulatedDatabase {
  /** Counts how often commits were lost. */
  line = 0
  lineBeganAt = Number.NEGATIVE_INFINITY
  readonly namesHistory: boolean
  readonly #spaces = new Map<string, SpaceState>()
  readonly #past = new Map<string, SpaceState[]>()
  /** When an unborn space was made: until then, that there is none was the truth. */
  readonly bornAt = new Map<string, number>()

  constructor(namesHistory: boolean) {
    this.namesHistory = namesHistory
  }

  /**
   * What was said before commits were lost may arrive after it, if the history has a name. Where only numbers that are
   * lower tell of it, the database was restored: it was stopped, and every connection with it.
   */
  canArrive(line: number): boolean {
    return this.namesHistory || line === this.line
  }

  has(space: string): boolean {
    return this.#spaces.has(space)
  }

  /** Seen by whoever asks from now on; told to the one who made it `ackMs` later. */
  commit(space: string, changed: readonly Part[], ackedAt: number): SpaceCounters {
    const before = this.#spaces.get(space)
    const next = (part: Part): Content => {
      const old = before?.[part]
      if (old !== undefined && !changed.includes(part)) return old
      if (old !== undefined) old.replacedAt = ackedAt
      return { version: (old?.version ?? 0) + 1, replacedAt: null }
    }
    if (before === undefined) this.bornAt.set(space, ackedAt)
    else this.#past.set(space, [...(this.#past.get(space) ?? []), before].slice(-6))
    const after = { revision: next('revision'), keys: next('keys') }
    this.#spaces.set(space, after)
    return toVersions(after)
  }

  read(space: string): SpaceState | undefined {
    return this.#spaces.get(space)
  }

  response(spaces: readonly string[]): CountersResponse {
    const found = spaces.flatMap(space => {
      const state = this.#spaces.get(space)
      return state === undefined ? [] : [[space, toVersions(state)] as const]
    })
    return { spaces: new Map(found), history: this.namesHistory ? `line ${this.line}` : undefined }
  }

  /** The last commits are lost, of some spaces: contents of the past are the newest again. */
  lose(now: number, howMany: (space: string) => number): string[] {
    this.line += 1
    this.lineBeganAt = now
    const lowered: string[] = []
    for (const [space, state] of this.#spaces) {
      const past = this.#past.get(space) ?? []
      const count = Math.min(howMany(space), past.length)
      if (count === 0) continue
      const old = past[past.length - count]!
      this.#past.set(space, past.slice(0, past.length - count))
      this.#spaces.set(space, old)
      for (const part of parts) {
        if (state[part] === old[part]) continue
        state[part].replacedAt ??= now
        old[part].replacedAt = null
      }
      lowered.push(space)
    }
    return lowered
  }
}

export const toVersions = ({ revision, keys }: SpaceState): SpaceCounters => ({
  revision: revision.version,
  keys: keys.version,
})
