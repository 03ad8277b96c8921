// Formats a time in a few characters for lists, in local time. No React here.

const dayMs = 86_400_000

/** Returns `Tue 09:00` within 6.5 days, `12 Dec 09:00` within 180 days, otherwise `12 Dec 2027`. */
export function toShortTime(at: string, now: number, timeZone?: string): string {
  const distance = Math.abs(Date.parse(at) - now)
  const zone = timeZone === undefined ? {} : { timeZone }
  const time = { hour: '2-digit', minute: '2-digit', ...zone } as const
  const date = new Date(at)
  if (distance < 6.5 * dayMs)
    return date.toLocaleString('en-GB', { weekday: 'short', ...time }).replace(',', '')
  if (distance < 180 * dayMs) {
    return date.toLocaleString('en-GB', { day: 'numeric', month: 'short', ...time }).replace(',', '')
  }
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
}
