// Limits the concurrent uploads of a caller. Each occupies a temporary file and a connection as long as its sender wants, up
// to the time limit of an upload.
import type { Caller } from '../../base/caller.ts'
import { Problem } from '../../base/errors/errors.ts'

/** More than a browser opens, and enough for scripts that send files in parallel. */
export const uploadsAtOnceMax = 32

export interface UploadSlots {
  /** Refuses the work if the caller has reached the limit. */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>
}

export function createUploadSlots(): UploadSlots {
  const counts = new Map<string, number>()
  return {
    run: async (caller, work) => {
      const key = caller.kind === 'key' ? `key ${caller.keyId}` : `user ${caller.userId}`
      const count = counts.get(key) ?? 0
      if (count >= uploadsAtOnceMax) throw tooManyUploads()
      counts.set(key, count + 1)
      try {
        return await work()
      } finally {
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}

function tooManyUploads(): Problem {
  return new Problem(
    'too_many_requests',
    `${uploadsAtOnceMax} uploads of this caller are under way. Send this one when one of them has ended.`,
    { headers: { 'Retry-After': '1', Connection: 'close' } },
  )
}
