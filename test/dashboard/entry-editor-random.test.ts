// Random sessions in the entry editor: edits, undoing, late or lost responses, errors, other editors, and reloads. Typed
// text is always on the server or on this device, unless the user has discarded it by a click.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ApiProblem } from '../../dashboard/api/request.ts'
import { isEqual, type Path, valueAt } from '../../dashboard/pages/entry/engine/draft-paths.ts'
import {
  type Fate,
  ManualClock,
  MemoryCopy,
  newEntry,
  openEditor,
  SimulatedEntry,
  settle,
} from './editor-simulation.ts'

const paths: readonly Path[] = ['/data/title', '/data/text', '/variants/vip/title']
const fates: readonly Fate[] = [
  'response',
  'lost',
  'offline',
  new ApiProblem(503, 'overloaded', 'Too busy.', [], 2),
  new ApiProblem(401, 'session_required', 'Sign in.'),
]

const path = fc.constantFrom(...paths)
const fate = fc.constantFrom(...fates)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), path }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('respond' as const), fate }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 6000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const), path }) },
  fc.record({ do: fc.constantFrom('poll', 'reload', 'undo', 'redo', 'resume', 'leave') }),
  fc.record({ do: fc.constantFrom('keepMine', 'takeTheirs'), path }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

class Visit {
  readonly clock = new ManualClock()
  readonly local = new MemoryCopy()
  readonly entry: SimulatedEntry
  editor
  /** What the user typed last and has not given up. */
  readonly typed = new Map<Path, unknown>()
  /** What the user has had before their eyes. */
  readonly seen = new Map<Path, Set<unknown>>(paths.map(one => [one, new Set()]))
  #count = 0

  constructor(isNew: boolean) {
    this.entry = new SimulatedEntry(isNew ? null : newEntry(1))
    this.entry.holds = true
    this.editor = openEditor(this.entry, this.clock, this.local).editor
  }

  async take(one: Step): Promise<void> {
    const { editor, entry, clock } = this
    if (one.do === 'type') this.#type(one.path)
    else if (one.do === 'respond') await entry.respond(one.fate)
    else if (one.do === 'wait') await clock.advance(one.ms)
    else if (one.do === 'other' && entry.doc) this.#changeAsOther(one.path)
    else if (one.do === 'poll' && entry.doc) void editor.poll()
    else if (one.do === 'reload') this.#reload()
    else if (one.do === 'undo' || one.do === 'redo') this.#step(one.do)
    else if (one.do === 'resume') editor.saver.resume()
    else if (one.do === 'leave') editor.leaveField()
    else if (one.do === 'keepMine' && editor.store.isInConflict(one.path)) editor.keepMine(one.path)
    else if (one.do === 'takeTheirs' && editor.store.isInConflict(one.path)) {
      editor.takeTheirs(one.path)
      this.typed.delete(one.path)
    }
    await settle()
    this.#look()
  }

  #type(at: Path): void {
    const value = `mine ${this.#count++}`
    this.typed.set(at, value)
    this.editor.change(at, value)
  }

  #step(direction: 'undo' | 'redo'): void {
    const at = this.editor[direction]()
    if (at === null) return
    // Back at what the server has, nothing is left to lose.
    if (this.editor.store.edits.has(at)) this.typed.set(at, this.editor.store.valueAt(at))
    else this.typed.delete(at)
  }

  #changeAsOther(at: Path): void {
    const variant = at.startsWith('/variants') ? 'vip' : null
    this.entry.changeAsOther(at.split('/').at(-1)!, `theirs ${this.#count++}`, variant)
  }

  /** A crash: requests that are under way are carried out or not, and nobody hears of it. */
  #reload(): void {
    this.editor.saver.stop()
    this.entry.waiting.length = 0
    this.editor = openEditor(this.entry, this.clock, this.local).editor
  }

  #look(): void {
    const { store } = this.editor
    for (const at of paths) {
      this.seen.get(at)?.add(valueAt(store.base, at))
      this.seen.get(at)?.add(store.getField(at).theirs?.value)
    }
  }

  /** Nothing typed is lost, and nothing of others was replaced unseen. */
  check(): void {
    for (const [at, value] of this.typed) {
      const wasSaved =
        isEqual(valueAt(this.entry.doc ?? newEntry(0), at), value) ||
        this.entry.replaced.some(one => one.path === at && isEqual(one.after, value))
      const isLocal =
        this.editor.store.edits.get(at)?.value === value && this.local.rows.get(at)?.value === value
      expect([at, value, wasSaved || isLocal]).toEqual([at, value, true])
    }
    for (const { path: at, before } of this.entry.replaced) {
      if (!String(before).startsWith('theirs')) continue
      expect([at, before, this.seen.get(at)?.has(before)]).toEqual([at, before, true])
    }
  }

  /** The user decides every conflict for their own text, and everything works again. */
  async finish(): Promise<void> {
    this.entry.holds = false
    this.entry.fate = 'response'
    while (this.entry.waiting.length > 0) await this.entry.respond()
    for (let round = 0; round < 5; round++) {
      this.editor.saver.resume()
      await this.clock.advance(60_000)
      this.#look()
      for (const at of this.editor.store.listConflicts()) this.editor.keepMine(at)
      await settle()
    }
  }
}

describe('in random visits', () => {
  test('what was typed is saved, on this device, or given up; what others typed is never replaced unseen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 40 }), async (isNew, steps) => {
        const visit = new Visit(isNew)
        for (const one of steps) {
          await visit.take(one)
          visit.check()
        }
        await visit.finish()
        visit.check()
        expect([...visit.editor.store.edits.keys()]).toEqual([])
        expect([...visit.local.rows.keys()]).toEqual([])
      }),
      { numRuns: 1000 },
    )
  }, 120_000)
})
