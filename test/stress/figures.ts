// Prints a stress test's measurements: count, median, 99th percentile, maximum.

export interface Figures {
  readonly n: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** The value that this fraction of them does not exceed; 0 if there are none. */
function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function figuresOf(values: readonly number[]): Figures {
  const sorted = [...values].sort((a, b) => a - b)
  return { n: sorted.length, p50: shareOf(sorted, 0.5), p99: shareOf(sorted, 0.99), max: sorted.at(-1) ?? 0 }
}

export function toLine(title: string, { n, p50, p99, max }: Figures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(11)
  return `${title.padEnd(44)} n ${String(n).padStart(4)}   p50${ms(p50)}   p99${ms(p99)}   max${ms(max)}`
}
