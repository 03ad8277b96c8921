// The errors of a file that is received: each a Problem, because the command line prints those too.
import { Problem } from '../../base/errors/errors.ts'

export function fileTooLarge(bytesMax: number): Problem {
  return new Problem('asset_too_large', `Files are limited to ${bytesMax} bytes (ASSET_BYTES_MAX).`, {
    headers: { Connection: 'close' },
  })
}

/** `message` continues "The body". */
export function invalidFile(message: string, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('invalid_body', `The body ${message}.`, {
    errors: [{ in: 'body', name: '', message }],
    headers,
  })
}

/** An image that is not built as its format requires. `reason` says where, as a sentence without its full stop. */
export function unreadableImage(type: string, reason: string): Problem {
  return invalidFile(`is an image (${type}) that cannot be read: ${reason}`)
}

/** Why a file that was named is refused, for people at the terminal. */
export function describeRefusal(file: string, { errors, detail }: Problem): string {
  const [first] = errors ?? []
  return first ? `The file "${file}" ${first.message}.` : `"${file}": ${detail}`
}

/** A full disk as the error code that says so; other errors as they are. */
export function toFileProblem(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Problem(
    'storage_full',
    'The disk for files is full. Nothing was stored; free some space and try again.',
    {
      cause: error,
    },
  )
}
