// The memory claims of M1, and their check.
import type { MemoryResults } from '../../bench/memory.ts'
import type { Findings } from './runner.ts'

const mostMib = 256
const slopeMib = 1

export function claimMemory(
  { growth, slope, samples, requests }: Pick<MemoryResults, 'growth' | 'slope' | 'samples' | 'requests'>,
  findings: Findings,
): void {
  const mib = (bytes = 0) => (bytes / 2 ** 20).toFixed(0)
  const minutes = (samples.at(-1)?.seconds ?? 0) / 60
  findings.say(`${requests} requests in ${minutes.toFixed(1)} minutes, looked at ${samples.length} times`)
  for (const { requests: sent, residentBytes, pssBytes } of everyTenth(samples)) {
    findings.say(`after ${sent} requests: Rss ${mib(residentBytes)} MiB, Pss ${mib(pssBytes)} MiB`)
  }
  const most = mib(growth.highestBytes)
  findings.claim(growth.highestBytes < mostMib * 2 ** 20, `under ${mostMib} MiB (${most})`)
  const words = slope
    ? `${slope.mibInTenMinutes} ± ${slope.standardError} over the last ${slope.seconds} s`
    : 'too few samples'
  // Garbage collection makes memory vary by far more than this: a slope counts only if it is significant.
  findings.claim(
    slope !== undefined && slope.mibInTenMinutes - 2 * slope.standardError < slopeMib,
    `grows by less than ${slopeMib} MiB in ten minutes, as far as can be told (${words})`,
  )
}

function everyTenth<Sample>(samples: readonly Sample[]): readonly Sample[] {
  const step = Math.max(1, Math.ceil(samples.length / 10))
  return samples.filter((_, at) => (at + 1) % step === 0 || at === samples.length - 1)
}
