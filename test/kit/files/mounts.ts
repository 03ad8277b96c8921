// File systems for tests: small ones that become full, and ones that lose their power. They require Linux and root,
// and do not outlive this process, however it ends: a small shell waits for the end of a pipe from here, which the
// kernel closes for a killed process too.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Mounts {
  readonly folder: string
  /** In memory; returns the mount point. */
  mountMemory(mebibytes: number): string
  /** An ext4 in a file, which delays writes that are not synced for five minutes. */
  mountDisk(mebibytes: number): string
  /**
   * Simulates a power failure: the mount point then has the file system as it would be after a restart. No process
   * may have a file on it open.
   */
  cutPower(place: string): void
  end(): Promise<void>
}

const script = `
trap '' INT TERM HUP
cat > /dev/null
grep -o " $1/[^ ]*" /proc/mounts | while read -r place; do umount -l "$place"; done
rm -rf --one-file-system "$1"
`

/** The reason why mounts are not possible; null if they are. */
export function whyNoMounts(): string | null {
  if (process.platform !== 'linux') return 'it takes Linux'
  if (process.getuid?.() !== 0) return 'it takes root'
  const mounts = keepMounts()
  try {
    mounts.mountMemory(1)
    mounts.mountDisk(8)
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    void mounts.end()
  }
}

export function keepMounts(): Mounts {
  const folder = mkdtempSync(join(tmpdir(), 'frontlist-mounts-'))
  const keeper = Bun.spawn(['/bin/sh', '-c', script, 'mount-keeper', folder], {
    detached: true,
    cwd: '/',
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  keeper.unref()
  keeper.stdin.unref()
  let count = 0
  const newPlace = () => {
    const place = join(folder, `place-${++count}`)
    mkdirSync(place)
    return place
  }
  const imageOf = (place: string) => `${place}.image`
  const mountImage = (place: string) => must('mount', '-o', 'loop,commit=300', imageOf(place), place)
  return {
    folder,
    mountMemory: mebibytes => {
      const place = newPlace()
      must('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', place)
      return place
    },
    mountDisk: mebibytes => {
      const place = newPlace()
      must('truncate', '-s', `${mebibytes}M`, imageOf(place))
      must('mkfs.ext4', '-q', '-F', imageOf(place))
      mountImage(place)
      return place
    },
    cutPower: place => {
      const left = `${place}.left`
      // Immediately: data that the mounted file system still has in memory is not in the file.
      must('cp', '--sparse=always', imageOf(place), left)
      must('umount', place)
      must('mv', left, imageOf(place))
      mountImage(place)
    },
    end: async () => {
      await keeper.stdin.end()
      await keeper.exited
    },
  }
}

function must(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString().trim()}`)
}
