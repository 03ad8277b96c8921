// How the cache does, in words and figures. No React here.
import type { CacheActivityView } from '../../../src/operations/activity.schema.ts'

type Minute = CacheActivityView['minutes'][number]
export type Sums = Readonly<Record<'hit' | 'checked' | 'miss' | 'all', number>>

export function sumUp(minutes: readonly Omit<Minute, 'at'>[]): Sums {
  const sums = { hit: 0, checked: 0, miss: 0, all: 0 }
  for (const { hit, checked, miss } of minutes) {
    sums.hit += hit
    sums.checked += checked
    sums.miss += miss
    sums.all += hit + checked + miss
  }
  return sums
}

export const toText = (count: number) => count.toLocaleString('en')

/** Of some that is not all, never "100 %", and of some that is not none, never "0 %". */
export function toPercent(part: number, all: number): string {
  const percent = (100 * part) / all
  if (part > 0 && percent < 1) return '< 1 %'
  if (part < all && percent > 99) return percent >= 99.9 ? '> 99.9 %' : `${percent.toFixed(1)} %`
  return `${Math.round(percent)} %`
}

const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const

/** `12.3 MiB`; whole numbers from 100 on, where what is behind the point says nothing. */
export function toSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  const rounded = size >= 100 ? Math.round(size) : Math.round(size * 10) / 10
  return `${rounded} ${units[unit]}`
}

/** What had changed, as one says it behind a number. */
const causeNames: Readonly<Record<keyof CacheActivityView['invalidations'], string>> = {
  entry: 'an entry in them',
  address: 'an entry they refer to',
  page: 'what their page lists',
  collection: 'a collection that is gone',
  model: 'the model',
  forgotten: 'more than is remembered',
  history: 'an older copy of the database',
}

/** Together, and each that there is, the most frequent one first. */
export function sumUpCauses(invalidations: CacheActivityView['invalidations']) {
  const known = Object.keys(causeNames) as (keyof typeof causeNames)[]
  const causes = known
    .map(cause => ({ name: causeNames[cause], count: invalidations[cause] }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  return { all: causes.reduce((sum, { count }) => sum + count, 0), causes }
}

const steps = [1, 1.5, 2, 3, 4, 5, 6, 8]

/** The next whole number that is short, so that a scale can be read. */
export function toScale(most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of steps) {
      if (step * power >= most && Number.isInteger(step * power)) return step * power
    }
  }
}

/** `14:05`, where the person is. */
export function toClockText(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
