// Formats the size, time and status of a response. No React here.

/** Formats the size in decimal units (1 kB is 1000 bytes), as usual for networks. */
export function toSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function toDuration(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not modified',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  414: 'Address too long',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  503: 'Unavailable',
}

/** For example `200 OK`. */
export function toStatusText(status: number): string {
  return words[status] === undefined ? String(status) : `${status} ${words[status]}`
}
