// A folder and the server that runs in it, neither of which outlives this process, however it ends: a small shell
// waits for the end of a pipe from here, which the kernel closes for a killed process too.
import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NoPostgres, type ProcessUser } from './postgres-programs.ts'

export interface FolderKeeper {
  readonly folder: string
  /** The server to stop at the end; null once it has ended, so that no later process of that number is hit. */
  watch(pid: number | null): void
  /** Stops the server, removes the folder, and comes back when both are gone. */
  end(): Promise<void>
}

/**
 * Reads a process id, or an empty line, at a time. At the end of the pipe: SIGINT is PostgreSQL's fast stop, SIGQUIT
 * its immediate one, and a zombie that nobody reaps must not hold this up. A `postmaster.pid` that is left tells of a
 * crash, after which the kernel still holds a small piece of shared memory that the file names in its seventh line.
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

/** Where another user can reach a folder that it is given: TMPDIR may be closed to all but root. */
export function findFolderFor(user: ProcessUser): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
  // The user is asked, because each folder above has a say.
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
  // A session of its own: Ctrl-C goes to all processes of the terminal's group, and this one has work to do then.
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
