// Between the stored time, which is in UTC, and what an input for local times shows. No React here.

const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** As inputs have it: `2026-03-04T09:30`, with seconds only where there are any. Empty for what is no time. */
export function toLocalText(value: unknown): string {
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  const [seconds, milliseconds] = [date.getSeconds(), date.getMilliseconds()]
  const fraction = milliseconds === 0 ? '' : `.${pad(milliseconds, 3)}`
  const exact = seconds === 0 && fraction === '' ? '' : `:${pad(seconds)}${fraction}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}${exact}`
}

/** The stored form; null for what is no time, such as a day that is not finished yet. */
export function toStoredTime(local: string): string | null {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
