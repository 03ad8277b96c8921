// Whether anyone has committed, without a system call: the head of the WAL-index, which SQLite keeps in memory that all
// processes share, and which each commit writes before it is acknowledged (https://sqlite.org/walformat.html, section 2).
import { existsSync } from 'node:fs'

/** Of the first of its two copies, in 32-bit words. */
const words = 12

export interface WalHeader {
  /** True where it is what it was at the last call: then nothing has been committed in between, by any process. */
  isUnchanged(): boolean
  /** From here on nothing is known. It must come before the last connection closes, which may cut the memory off. */
  close(): void
}

/** For a database that this process has open in WAL mode, and keeps open. */
export function watchWalHeader(databaseFile: string): WalHeader {
  const file = `${databaseFile}-shm`
  let shared = existsSync(file) ? toWords(Bun.mmap(file, { shared: true })) : null
  const last = new Uint32Array(words)
  let isKnown = false
  return {
    isUnchanged: () => {
      if (shared === null) return false
      let isSame = isKnown
      for (let at = 0; at < words; at++) {
        const word = shared[at]!
        if (last[at] === word) continue
        last[at] = word
        isSame = false
      }
      isKnown = true
      return isSame
    },
    close: () => {
      shared = null
    },
  }
}

function toWords(bytes: Uint8Array): Uint32Array | null {
  return bytes.byteLength < words * 4 ? null : new Uint32Array(bytes.buffer, bytes.byteOffset, words)
}
