// Ensures that a folder and the server that runs in it do not outlive this process, however it ends: a small shell
// waits for the end of a pipe from here, which the kernel closes for a killed process too.
import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NoPostgres, type ProcessUser } from './postgres-programs.ts'

export interface FolderKeeper {
  readonly folder: string
  /**
   * The server to stop at the end; null once it has ended, so that a later process with the same id is not signaled.
   */
  watch(pid: number | null): void
  /** Stops the server and removes the folder; resolves when both are gone. */
  end(): Promise<void>
}

/**
 * Reads one process id, or an empty line, at a time. At the end of the pipe: SIGINT is PostgreSQL's fast shutdown,
 * SIGQUIT its immediate one; an unreaped zombie must not block this. A leftover `postmaster.pid` indicates a crash,
 * after which the kernel still holds a small shared memory segment, named in the file's seventh line.
 */
const script = `
trap '' INT TERM HUP
running=
while read -r pid; do running=$pid; done
if [ -n "$running" ]; then
  kill -INT "$running"
  waits=0
  while kill -0 "$running" && [ $waits -lt 120 ]; do
    waits=$((waits + 1))
    [ $waits -eq 50 ] && kill -QUIT "$running"
    [ $waits -eq 100 ] && kill -KILL "$running"
    sleep 0.1
  done
fi
cd /
if [ -f "$1/data/postmaster.pid" ]; then
  set -- "$1" $(sed -n 7p "$1/data/postmaster.pid")
  [ -n "$3" ] && ipcrm -m "$3"
fi
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`

/** A folder that another user can be given access to: TMPDIR may be accessible to root only. */
export function findFolderFor(user: ProcessUser): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
  // Tested as that user, because the permissions of every parent folder matter.
  const canEnter = (path: string) =>
    Bun.spawnSync(['/bin/sh', '-c', 'cd "$1"', 'enter', path], { ...user, cwd: '/' }).exitCode === 0
  const found = user === null ? candidates[0] : candidates.find(path => canEnter(path))
  if (found === undefined)
    throw new NoPostgres(
      `No folder for PostgreSQL that user ${user?.uid} can enter: ${candidates.join(', ')}`,
    )
  return found
}

export function keepFolder(prefix: string, user: ProcessUser): FolderKeeper {
  const folder = mkdtempSync(join(findFolderFor(user), prefix))
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  // In its own session: Ctrl-C signals the terminal's whole process group, and this process must survive to clean up.
  const shell = Bun.spawn(['/bin/sh', '-c', script, 'folder-keeper', folder], {
    ...user,
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    cwd: '/',
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  shell.unref()
  shell.stdin.unref()
  return {
    folder,
    watch: pid => {
      shell.stdin.write(`${pid ?? ''}\n`)
      shell.stdin.flush()
    },
    end: async () => {
      await shell.stdin.end()
      await shell.exited
    },
  }
}
