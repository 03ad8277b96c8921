// A disk on which one call fails: a sync, after which the state of the disk is unknown, or a write, which can be
// retried. strace makes the calls fail for the whole server process, so SQLite sees the errors a kernel would return.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { program as frontlist } from '../kit/command/process.ts'
import { comesTrue } from '../kit/until.ts'
import { makeKey } from './changes.ts'
import { type Embedded, findDamage, startEmbedded } from './embedded.ts'
import type { StressNode } from './node-process.ts'
import { createNotes } from './notes.ts'
import { type PollResult, pollOnce, tally } from './poller.ts'
import { noPromises, type Promises } from './promises.ts'
import type { Findings } from './runner.ts'
import { countPromises, findDisagreement, findLost, keyCreation, keyRenaming, publishing } from './writers.ts'

export interface FailingOptions {
  /**
   * Which of the calls fails, for each server that is started: `3`, or `3+5` for the third and every fifth after it.
   */
  readonly when: readonly string[]
  /** How often the sequence of writes is sent. */
  readonly rows: number
  readonly program?: readonly string[]
}

type FailingCall = 'sync' | 'write'

/** The reason why calls cannot be made to fail; null if they can. */
export function whyNoFailures(): string | null {
  if (process.platform !== 'linux') return 'it takes Linux'
  if (Bun.which('strace') === null) return 'it takes strace'
  const { exitCode } = Bun.spawnSync([
    'strace',
    '-D',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-e',
    'trace=fsync',
    'true',
  ])
  return exitCode === 0 ? null : 'strace may not trace here'
}

const calls: Readonly<Record<FailingCall, string>> = { sync: 'fsync,fdatasync', write: 'pwrite64' }

/** A new server each: after a failed sync of the log, the server has ended. */
export async function runFailingSyncs(findings: Findings, options: FailingOptions): Promise<void> {
  const run = new FailingRun(findings, options)
  await run.each('sync', 'EIO', async ({ node, asked: sent, failed }) => {
    const bad = sent.findIndex(({ status }) => status >= 300 || status === 0)
    const isOfLog = failed.some(line => line.includes('-wal>'))
    // SQLite ignores whether its folder was synced, and repeats a checkpoint.
    if (!isOfLog) return bad < 0 ? 'passed over' : `${failed[0]}, and ${tally(sent)} is answered`
    if (bad < 0) return `a commit that was not forced to the disk is acknowledged (${tally(sent)})`
    if (sent[bad]?.status !== 503) return `it is refused with ${sent[bad]?.status} ${sent[bad]?.text}`
    if (sent.slice(bad).some(({ status }) => status !== 503 && status !== 0))
      return `it goes on writing (${tally(sent)})`
    const probe = await pollOnce(() => node.request('/readyz'))
    if (probe.status !== 503 && probe.status !== 0) return `it says that it is ready (${probe.status})`
    await comesTrue(() => node.ended !== null, 30_000)
    return node.ended === 1 ? 'refused' : `it has ended with ${node.ended}`
  })
}

export async function runFailingWrites(
  findings: Findings,
  error: 'EIO' | 'ENOSPC',
  options: FailingOptions,
): Promise<void> {
  const code = error === 'EIO' ? '"unavailable"' : '"storage_full"'
  const run = new FailingRun(findings, options)
  await run.each('write', error, async ({ node, asked: sent, failed }) => {
    const odd = sent.filter(
      ({ status, text }) => status !== 200 && status !== 201 && !(status === 503 && text.includes(code)),
    )
    if (odd.length > 0) return `${odd[0]?.status} ${odd[0]?.text}`
    if (node.ended !== null) return `it has ended with ${node.ended}`
    const probe = await pollOnce(() => node.request('/readyz'))
    if (probe.status !== 200) return `it is not ready (${probe.text})`
    if (!sent.some(({ status }) => status < 300)) return `nothing is written (${tally(sent)})`
    const refused = sent.filter(({ status }) => status === 503).length
    return failed.length > 0 && refused === 0 ? 'passed over' : 'refused'
  })
}

interface Outcome {
  readonly node: StressNode
  readonly asked: readonly PollResult[]
  /** The calls that were made to fail, as strace prints them. */
  readonly failed: readonly string[]
}

const good: readonly string[] = ['refused', 'passed over']

class FailingRun {
  constructor(
    readonly findings: Findings,
    readonly options: FailingOptions,
  ) {}

  /** `judge` returns the outcome: `refused`, `passed over` if no response depends on the call, or what is wrong. */
  async each(
    call: FailingCall,
    error: string,
    classify: (outcome: Outcome) => Promise<string>,
  ): Promise<void> {
    const { findings, options } = this
    const deployment = await startEmbedded({ records: createNotes(10) })
    const all: Promises[] = []
    const counts = new Map<string, number>()
    const wrong: string[] = []
    let failures = 0
    try {
      const { id } = await makeKey(deployment, deployment.nodes[0]!)
      for (const [round, when] of options.when.entries()) {
        await deployment.nodes.at(-1)!.kill()
        const log = join(deployment.folder, `${call}-${round}.strace`)
        const node = await this.#start(deployment, log, `inject=${calls[call]}:error=${error}:when=${when}`)
        const promises = noPromises()
        const sent = node === null ? [] : await this.#write(deployment, node, promises, id, round * 1e6)
        const failed = readFileSync(log, 'utf8')
          .split('\n')
          .filter(line => line.includes('INJECTED'))
        failures += failed.length
        if (node === null) counts.set('not started', (counts.get('not started') ?? 0) + 1)
        if (node !== null && failed.length > 0) {
          const verdict = await classify({ node, asked: sent, failed })
          if (good.includes(verdict)) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
          else wrong.push(`${when}: ${verdict}`)
        }
        all.push(promises)
        if (node !== null) await node.kill()
        await deployment.addNode()
        wrong.push(...(await findLost(deployment, all)).map(words => `${when}: lost is ${words}`))
        wrong.push(...(await findDisagreement(deployment, [promises])), ...findDamage(deployment.file))
      }
    } finally {
      await deployment.remove()
    }
    const reported = [...counts].map(([verdict, count]) => `${verdict} ${count}`).join(', ')
    findings.say(`${failures} failures (${error}) on ${options.when.length} servers: ${reported}`)
    findings.claim((counts.get('refused') ?? 0) > 0, `${call}, ${error}: some are met by a write`)
    findings.claim(
      wrong.length === 0,
      `${call}, ${error}: what is acknowledged is there, of ${countPromises(all)} ${wrong.slice(0, 5).join(' | ')}`,
    )
  }

  /** Null if the failure hit the start-up, which then fails. */
  async #start(deployment: Embedded, log: string, inject: string): Promise<StressNode | null> {
    // The server is the started process; strace runs beside it.
    const strace = ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-y', '-o', log]
    const which = ['-e', 'trace=fsync,fdatasync,pwrite64', '-e', inject]
    const program = [...strace, ...which, ...(this.options.program ?? frontlist)]
    return deployment.addNode({ program }).catch(() => null)
  }

  async #write(deployment: Embedded, node: StressNode, promises: Promises, id: string, from: number) {
    const sent: PollResult[] = []
    const row = [
      keyCreation(deployment, node),
      keyRenaming(deployment, node, id, from),
      publishing(deployment, node, 'note-0'),
      keyCreation(deployment, node),
      publishing(deployment, node, 'note-1'),
    ]
    for (let count = 0; count < this.options.rows; count++)
      for (const write of row) sent.push(await write(promises))
    return sent
  }
}
