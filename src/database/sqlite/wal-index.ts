// Whether anything was committed to the database, by whatever process, told by one short read of the file that all who
// have it open share: the index of its log. A commit changes the header of that index before it returns, and is seen by
// others through it alone (sqlite.org/walformat.html, section 2.1).
import { closeSync, existsSync, openSync, readSync, statfsSync } from 'node:fs'

export interface WalIndex {
  /** True at first, and where anything may have been committed since the last time: whoever asks looks then. */
  hasMoved(): boolean
  /** After the connections of whoever has it. */
  close(): void
}

/** The first of two copies: a commit writes it last. */
const headerBytes = 48

/** That of all databases since 2010; the number at the beginning, in the machine's byte order. */
const formatVersion = 3_007_000

/**
 * Of Linux (statfs(2)), those of which a read sees what another process has just written to its map of the file: ext,
 * xfs, btrfs, f2fs, tmpfs, overlay and ZFS. Others, such as folders that a virtual machine shares, may keep the two apart.
 */
const coherent: readonly number[] = [
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630, 0x2fc12fc1,
]

/**
 * By the path of the index, for all of this process: SQLite locks that file, and the locks of a process end when it
 * closes the file, whichever handle it does that by (fcntl(2)). So it is closed when nobody here uses it any more.
 */
const opened = new Map<string, { readonly handle: number; users: number }>()

/** Of a database that is open. Null where the file system or the format is none that is known, or it has no log. */
export function openWalIndex(database: string): WalIndex | null {
  const path = `${database}-shm`
  if (process.platform !== 'linux' || !existsSync(path)) return null
  if (!coherent.includes(statfsSync(path).type)) return null
  const file = opened.get(path) ?? { handle: openSync(path, 'r'), users: 0 }
  opened.set(path, file)
  file.users++
  const [last, now] = [new Int32Array(headerBytes / 4), new Int32Array(headerBytes / 4)]
  const close = () => {
    if (--file.users > 0) return
    opened.delete(path)
    closeSync(file.handle)
  }
  const read = () => readSync(file.handle, now, 0, headerBytes, 0) === headerBytes
  if (read() && now[0] === formatVersion) {
    return {
      hasMoved: () => {
        if (!read()) return true
        let moved = false
        for (let at = 0; at < now.length; at++) {
          if (now[at] === last[at]) continue
          last[at] = now[at] ?? 0
          moved = true
        }
        return moved
      },
      close,
    }
  }
  close()
  return null
}
