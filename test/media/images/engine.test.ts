// The image workers: nothing that an image does to one of them harms another image, and they take nothing of the server's.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { programOf } from '../../../src/media/images/engine.ts'
import type { ImageJob } from '../../../src/media/images/image-job.ts'
import { projectFolder, readFirstLine } from '../../kit/command/process.ts'
import { isRunning } from '../../kit/command/process-tree.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { until } from '../../kit/until.ts'
import { createEngine, manualDelay, misbehavingProgram, patientLimits } from './engines.ts'
import { quarters, save } from './pictures.ts'
import { pixelsMax } from './transform.ts'

/** A job whose source tells a misbehaving worker what to do. */
function instruct(instruction: string): ImageJob {
  const source = join(makeFolder(), 'source')
  writeFileSync(source, instruction)
  return { kind: 'thumbhash', source, contentType: 'image/png', pixelsMax }
}

const picture = save(quarters(40, 40).png(), 'picture.png')
const fine = async (): Promise<ImageJob> => ({ ...instruct(''), source: await picture })
const isMade = { result: { thumbhash: expect.any(String) } }
const program = misbehavingProgram

describe('an image that breaks its worker fails by itself, and the next one is fine', () => {
  test.each(['crash', 'exit', 'babble'])('by %s', async instruction => {
    const engine = createEngine({ program })
    expect(await engine.run(instruct(instruction))).toEqual({ failure: 'crashed' })
    expect(engine.pids).toEqual([])
    expect(await engine.run(await fine())).toEqual(isMade)
  })

  test.each(['loop', 'wait'])('by taking longer than 10 seconds: %s', async instruction => {
    const timers = manualDelay()
    const engine = createEngine({ program, ...timers })
    expect(await engine.run(await fine())).toEqual(isMade)
    const [pid = 0] = engine.pids
    const outcome = engine.run(instruct(instruction))
    timers.elapse(10_000)
    expect(await outcome).toEqual({ failure: 'timeout' })
    expect(isRunning(pid)).toBe(false)
    expect(await engine.run(await fine())).toEqual(isMade)
  })

  test.skipIf(process.platform !== 'linux')('by taking more memory than it may', async () => {
    const engine = createEngine({ program, limits: { ...patientLimits, memoryBytes: 2 ** 28 } })
    expect(await engine.run(instruct('memory'))).toEqual({ failure: 'memory' })
    expect(await engine.run(await fine())).toEqual(isMade)
  })

  test('while another worker goes on', async () => {
    const engine = createEngine({ program, workers: 2 })
    const [crashed, made] = await Promise.all([engine.run(instruct('crash')), engine.run(await fine())])
    expect([crashed, made]).toEqual([{ failure: 'crashed' }, isMade])
  })
})

describe('a worker that is killed from outside', () => {
  test('is started again for the same image, once', async () => {
    const engine = createEngine({ program })
    expect(await engine.run(await fine())).toEqual(isMade)
    const outcome = engine.run(instruct('wait'))
    const killed: number[] = []
    while (killed.length < 2) {
      await until(() => engine.pids.some(pid => !killed.includes(pid)))
      const pid = engine.pids[0]!
      process.kill(pid, 'SIGKILL')
      killed.push(pid)
    }
    expect(await outcome).toEqual({ failure: 'killed' })
  })

  test('while it was idle, costs the next image nothing', async () => {
    const engine = createEngine({ program })
    await engine.run(await fine())
    process.kill(engine.pids[0]!, 'SIGKILL')
    expect(await engine.run(await fine())).toEqual(isMade)
  })
})

describe('a worker', () => {
  test('knows no setting of the server, gives way to it, and loads nothing of the folder in which it runs', async () => {
    const folder = makeFolder()
    const workerFolder = join(folder, 'worker-0')
    mkdirSync(workerFolder)
    writeFileSync(join(workerFolder, '.env'), 'CANARY=1\n')
    writeFileSync(join(workerFolder, 'bunfig.toml'), 'preload = ["./canary.ts"]\n')
    writeFileSync(
      join(workerFolder, 'canary.ts'),
      "import { writeFileSync } from 'node:fs'\nwriteFileSync('loaded', '')\n",
    )
    process.env.FRONTLIST_CANARY = 'secret'
    const outcome = await createEngine({ program, folder }).run(instruct('environment'))
    delete process.env.FRONTLIST_CANARY
    if ('failure' in outcome) throw new Error(outcome.failure)
    const { environment, folder: seen, priority } = JSON.parse(outcome.result.thumbhash ?? '')
    expect(seen).toBe(workerFolder)
    // Requests that need no image go first.
    expect(priority).toBe(Math.max(getPriority(), 10))
    expect(Object.keys(environment).sort()).toEqual([
      'BUN_ENABLE_CRASH_REPORTING',
      'BUN_RUNTIME_TRANSPILER_CACHE_PATH',
      'DO_NOT_TRACK',
      'HOME',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'TMPDIR',
    ])
    expect(readdirSync(workerFolder).sort()).toEqual(['.env', 'bunfig.toml', 'canary.ts'])
  })

  test('reads files of the five formats, and nothing else that sharp could read', async () => {
    const outcome = await createEngine({ program }).run(instruct('readers'))
    expect('result' in outcome && JSON.parse(outcome.result.thumbhash ?? '')).toEqual(['png'])
  })

  test('leaves nothing in its folder', async () => {
    const folder = makeFolder()
    await createEngine({ folder }).run(await fine())
    expect(readdirSync(join(folder, 'worker-0'))).toEqual([])
  })

  test('ends once it was idle for a minute, and is started again when there is an image', async () => {
    const timers = manualDelay()
    const engine = createEngine(timers)
    await engine.run(await fine())
    const [pid = 0] = engine.pids
    timers.elapse(60_000)
    expect(engine.pids).toEqual([])
    await until(() => !isRunning(pid))
    expect(await engine.run(await fine())).toEqual(isMade)
  })

  test('ends with the process that started it, in the middle of a job', async () => {
    const program = join(projectFolder, 'test/media/images/abandoned-worker.ts')
    const parent = Bun.spawn([process.execPath, program, makeFolder()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = Number(await readFirstLine(parent.stdout))
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isRunning(pid))
  })

  test('is not started if its program or its engine is missing', async () => {
    const job = await fine()
    expect(await createEngine({ program: null }).run(job)).toEqual({ failure: 'unavailable' })
    expect(await createEngine({ workers: 0 }).run(job)).toEqual({ failure: 'unavailable' })
    const gone = programOf(join(makeFolder(), 'gone.ts'))
    expect(await createEngine({ program: gone }).run(job)).toEqual({ failure: 'unavailable' })
    // Copied to a place where no package is found.
    const lonely = join(makeFolder(), 'worker.mjs')
    const built = await Bun.build({
      entrypoints: [join(projectFolder, 'src/media/images/worker.ts')],
      target: 'bun',
      external: ['sharp'],
    })
    writeFileSync(lonely, await built.outputs[0]!.text())
    expect(await createEngine({ program: programOf(lonely) }).run(job)).toEqual({ failure: 'unavailable' })
  })
})
