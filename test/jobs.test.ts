// Jobs of a server: when they run, that they stop, and that one that fails affects no other.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../src/database/database.ts'
import { type Job, startJobs, type Timer } from '../src/jobs.ts'
import { runJobs } from './kit/app/run-jobs.ts'
import { createTestSpace, type TestSpace } from './kit/app/test-space.ts'
import { longTestMs } from './kit/fuzz.ts'

setDefaultTimeout(longTestMs)

/** A clock that the test moves, and the jobs that it makes due. */
function createTimer() {
  let now = 0
  const waiting = new Set<{ readonly at: number; readonly work: () => void }>()
  const timer: Timer = (work, ms) => {
    const one = { at: now + ms, work }
    waiting.add(one)
    return () => waiting.delete(one)
  }
  const advance = async (ms: number) => {
    for (const end = now + ms; now < end; now++) {
      for (const one of [...waiting].filter(({ at }) => at <= now + 1)) {
        waiting.delete(one)
        one.work()
      }
      for (let turn = 0; turn < 5; turn++) await null
    }
  }
  return { timer, advance, waiting }
}

function countingJob(name: string, everyMs: number, more: Partial<Job> = {}) {
  const job = {
    name,
    everyMs,
    runs: 0,
    run: async () => {
      job.runs += 1
    },
    ...more,
  }
  return job
}

const noErrors = (job: string, error: unknown) => {
  throw new Error(`${job}: ${error}`)
}

describe('jobs', () => {
  test('run at their intervals, and not at the start', async () => {
    const { timer, advance } = createTimer()
    const [often, seldom] = [countingJob('often', 10), countingJob('seldom', 40)]
    startJobs([often, seldom], { timer, onError: noErrors })
    expect([often.runs, seldom.runs]).toEqual([0, 0])
    await advance(80)
    expect([often.runs, seldom.runs]).toEqual([8, 2])
  })

  test('never run twice at once: the interval begins when a run has ended', async () => {
    const { timer, advance } = createTimer()
    const slow = Promise.withResolvers<void>()
    let runs = 0
    const run = () => {
      runs += 1
      return slow.promise
    }
    startJobs([{ name: 'slow', everyMs: 10, run }], { timer, onError: noErrors })
    await advance(100)
    expect(runs).toBe(1)
    slow.resolve()
    await advance(11)
    expect(runs).toBe(2)
  })

  test('that fail are reported by name and run again, and the others go on', async () => {
    const { timer, advance } = createTimer()
    const good = countingJob('good', 10)
    const errors: string[] = []
    const onError = (job: string, error: unknown) => errors.push(`${job}: ${(error as Error).message}`)
    const rejects: Job = { name: 'rejects', everyMs: 10, run: () => Promise.reject(new Error('no')) }
    const throws: Job = {
      name: 'throws',
      everyMs: 10,
      run: () => {
        throw new Error('at once')
      },
    }
    startJobs([rejects, throws, good], { timer, onError })
    await advance(20)
    expect(errors.sort()).toEqual(['rejects: no', 'rejects: no', 'throws: at once', 'throws: at once'])
    expect(good.runs).toBe(2)
  })

  test('that are stopped run no more, and stopping waits for a run under way', async () => {
    const { timer, advance, waiting } = createTimer()
    const slow = Promise.withResolvers<void>()
    const other = countingJob('other', 30)
    const jobs = startJobs([{ name: 'slow', everyMs: 10, run: () => slow.promise }, other], {
      timer,
      onError: noErrors,
    })
    await advance(10)
    let isStopped = false
    const stopping = jobs.stop().then(() => {
      isStopped = true
    })
    await advance(100)
    expect(isStopped).toBe(false)
    slow.resolve()
    await stopping
    await advance(100)
    expect([other.runs, waiting.size]).toEqual([0, 0])
  })

  test('run once more when they are stopped where they ask for it, also where that fails', async () => {
    const { timer } = createTimer()
    const errors: string[] = []
    const [last, never] = [countingJob('last', 10, { runsAtStop: true }), countingJob('never', 10)]
    const fails: Job = { ...last, name: 'fails', run: () => Promise.reject(new Error('no')) }
    const jobs = startJobs([fails, last, never], { timer, onError: job => errors.push(job) })
    await jobs.stop()
    expect([last.runs, never.runs, errors]).toEqual([1, 0, ['fails']])
  })
})

describe('the jobs of a server', () => {
  let space: TestSpace
  beforeAll(async () => {
    space = await createTestSpace()
  })
  const minuteMs = 60_000
  test('delete the sign-in failures that no longer count, and no others', async () => {
    const now = space.time.now
    const ages = [0, 14, 15, 60]
    await space.database.transaction(async writes => {
      const rows = ages.map(minutes => ({ subject: 's', at: now - minutes * minuteMs, id: `${minutes}` }))
      await writes.insertInto('sign_in_failure').values(rows).execute()
    })
    await runJobs(space)
    const left = await space.database.reads.all(
      query.selectFrom('sign_in_failure').select('id').orderBy('id'),
    )
    expect(left.map(({ id }) => id)).toEqual(['0', '14'])
  })

  test('save when API keys were last used', async () => {
    await space.get('/schema')
    await runJobs(space)
    const rows = await space.everything.all(query.selectFrom('api_key').select('last_used_at'))
    expect(rows).toEqual([{ last_used_at: space.time.now }])
  })
})
