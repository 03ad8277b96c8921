// A server of the large space: what it holds while it is asked for pages and entries from everywhere, and how soon one
// that is started again is ready.
import { readFileSync } from 'node:fs'
import { ask } from '../one-request.ts'
import type { Frontlist } from '../programs.ts'
import { rounded } from '../results.ts'
import { inParallel } from '../scale/stage.ts'
import { toTarget } from './reading.ts'
import type { MillionResults } from './results.ts'

const width = 8
const patienceMs = 30_000

export async function measureServing(
  frontlist: Frontlist,
  key: string,
  entries: number,
  requests: number,
): Promise<MillionResults['serving']> {
  const node = await frontlist.serve()
  const numbers = Array.from({ length: requests }, (_, number) => number)
  await inParallel(numbers, width, async number => void (await ask(node, key, toTarget(number, entries))))
  const peakBytes = peakBytesOf(node.pid)
  await node.stop()
  const started = performance.now()
  const again = await frontlist.serve()
  await untilReady(again.url)
  const readySeconds = rounded((performance.now() - started) / 1000, 3)
  await again.stop()
  return { requests, peakBytes, readySeconds }
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (performance.now() < end) {
    const { status } = await fetch(`${url}/readyz`)
    if (status === 200) return
    await Bun.sleep(10)
  }
  throw new Error('The server did not become ready.')
}

function peakBytesOf(pid: number): number {
  const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  return Number(kib) * 1024
}
