// A change of many entries: in steps, past what is refused, and nothing sent twice.
import { describe, expect, test } from 'bun:test'
import { type BulkOperation, type BulkProgress, runInSteps } from '../../dashboard/api/content/operations.ts'
import { ApiProblem } from '../../dashboard/api/request.ts'

const toOperations = (count: number): readonly BulkOperation[] =>
  Array.from({ length: count }, (_, index) => ({ op: 'publish', id: `e${index}`, draftVersion: 1 }))

const refusal = (errors: readonly { name: string; message: string }[]) =>
  new ApiProblem(
    409,
    'operations_refused',
    'Nothing was changed.',
    errors.map(error => ({ in: 'draft', ...error })),
  )

/** A server that refuses some entries, and names at most fifty faults at once. */
function serverThatRefuses(bad: ReadonlySet<string>) {
  const accepted: string[] = []
  const sizes: number[] = []
  const send = async (operations: readonly BulkOperation[]) => {
    sizes.push(operations.length)
    const errors = operations.flatMap(({ id }, index) =>
      bad.has(id) ? [{ name: `/operations/${index}/data/title`, message: 'is required.' }] : [],
    )
    if (errors.length > 0) throw refusal(errors.slice(0, 50))
    accepted.push(...operations.map(({ id }) => id))
  }
  return { accepted, sizes, send }
}

describe('a change of many entries', () => {
  test('is sent in steps of 500, and each step is reported', async () => {
    const { send, sizes } = serverThatRefuses(new Set())
    const reported: number[] = []
    const result = await runInSteps(toOperations(1204), {
      send,
      onProgress: ({ done }) => reported.push(done.length),
    })
    expect(sizes).toEqual([500, 500, 204])
    expect(reported).toEqual([500, 1000, 1204])
    expect(result.done).toHaveLength(1204)
  })

  test('does everything but what is refused, and says why of each of these', async () => {
    const bad = new Set(['e3', 'e499', 'e500', 'e1203'])
    const { send, accepted } = serverThatRefuses(bad)
    const { done, refused } = await runInSteps(toOperations(1204), { send })
    expect(new Set(accepted).size).toBe(1200)
    expect([...done]).toEqual(accepted)
    expect([...refused.keys()]).toEqual([...bad])
    expect(refused.get('e499')).toEqual([{ path: '/data/title', message: 'is required.' }])
  })

  test('finds all that are refused, though a response names only fifty', async () => {
    const bad = new Set(toOperations(500).map(({ id }) => id))
    const { send, sizes, accepted } = serverThatRefuses(bad)
    const { refused } = await runInSteps(toOperations(501), { send })
    expect(refused.size).toBe(500)
    expect(accepted).toEqual(['e500'])
    expect(sizes).toEqual([500, 450, 400, 350, 300, 250, 200, 150, 100, 50, 1])
  })

  test('names every error of an entry', async () => {
    const send = async ({ length }: readonly BulkOperation[]) => {
      if (length < 2) return
      throw refusal([
        { name: '/operations/1/slug', message: 'is taken.' },
        { name: '/operations/1', message: 'Somebody changed it.' },
      ])
    }
    const { refused } = await runInSteps(toOperations(2), { send })
    expect(refused.get('e1')).toEqual([
      { path: '/slug', message: 'is taken.' },
      { path: '', message: 'Somebody changed it.' },
    ])
  })

  test('stops before the next request when it is cancelled', async () => {
    let isCancelled = false
    const { send, sizes } = serverThatRefuses(new Set())
    const onProgress = () => {
      isCancelled = true
    }
    const { done } = await runInSteps(toOperations(1204), {
      send,
      onProgress,
      isCancelled: () => isCancelled,
    })
    expect([sizes, done.length]).toEqual([[500], 500])
  })

  test('sends a step again whose response was lost, and says of which it is not known', async () => {
    const lost = new ApiProblem(0, 'offline', 'Could not reach the server.')
    const waits: number[] = []
    const wait = async (milliseconds: number) => void waits.push(milliseconds)
    const outcomes = [null, lost, null, lost, lost, lost]
    const send = async () => {
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    }
    const seen: BulkProgress[] = []
    const running = runInSteps(toOperations(1204), { send, wait, onProgress: each => seen.push(each) })
    expect(await running.catch(thrown => thrown)).toBe(lost)
    const { done, unknown } = seen.at(-1)!
    expect([done.length, unknown.length, unknown[0]]).toEqual([1000, 204, 'e1000'])
    expect(waits).toEqual([1000, 1000, 4000])
  })

  test.each([
    ['a server that is busy', new ApiProblem(503, 'overloaded', 'Come again.')],
    ['a refusal that names no entry', refusal([{ name: '/operations/9', message: 'is odd.' }])],
    ['a bad time', new ApiProblem(400, 'invalid_body', 'Bad.', [])],
  ])('ends with %s, and what was done before is known', async (_, error) => {
    const seen: BulkProgress[] = []
    let calls = 0
    const send = async () => {
      if (++calls === 2) throw error
    }
    const running = runInSteps(toOperations(502), { send, onProgress: each => seen.push(each) })
    expect(await running.catch(thrown => thrown)).toBe(error)
    expect([seen.at(-1)?.done.length, calls]).toEqual([500, 2])
  })
})
