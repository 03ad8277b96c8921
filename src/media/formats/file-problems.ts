// The errors of a received file. Each is a Problem, because the command line prints them too.
import { Problem } from '../../base/errors.ts'

export function fileTooLarge(bytesMax: number): Problem {
  return new Problem('asset_too_large', `Files are limited to ${bytesMax} bytes (ASSET_BYTES_MAX).`, {
    headers: { Connection: 'close' },
  })
}

/** Returns the error for an invalid file. `message` continues "The body". */
export function invalidFile(message: string, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('invalid_body', `The body ${message}.`, {
    errors: [{ in: 'body', name: '', message }],
    headers,
  })
}

/** Returns the error for an image that violates its format. `reason` says where, as a sentence without its full stop. */
export function unreadableImage(type: string, reason: string): Problem {
  return invalidFile(`is an image (${type}) that cannot be read: ${reason}`)
}

/** Describes why a named file is refused, for the command line. */
export function describeRefusal(file: string, { errors, detail }: Problem): string {
  const [first] = errors ?? []
  return first ? `The file "${file}" ${first.message}.` : `"${file}": ${detail}`
}

/** Converts the error of a full disk to a Problem with its code; returns other errors unchanged. */
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
