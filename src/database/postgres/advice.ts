// What whoever starts a server should know of the database that it was given: settings that weaken what is promised.
import { sql } from 'kysely'
import type { Writes } from '../database.ts'
import { refuseInWords } from './failures.ts'

interface Settings {
  readonly role: string
  readonly bypasses: boolean
  readonly fsync: string
  readonly commit: string
  readonly pages: string
}

/** Sentences, each with what to do; none where all is well. */
export async function adviseOn(db: Writes): Promise<readonly string[]> {
  const { rows } = await sql<Settings>`
    select current_user as role, rolsuper or rolbypassrls as bypasses,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages
    from pg_roles where rolname = current_user`
    .execute(db)
    .catch(refuseInWords)
  const advice: string[] = []
  for (const { role, bypasses, fsync, commit, pages } of rows) {
    if (bypasses) {
      advice.push(
        `The role ${role} passes over row level security, the second lock between spaces: use a role that is no superuser and has no BYPASSRLS.`,
      )
    }
    if (fsync === 'off' || pages === 'off') {
      advice.push('PostgreSQL runs with fsync or full_page_writes off: a power cut can lose everything.')
    }
    if (commit === 'off') {
      advice.push('PostgreSQL runs with synchronous_commit off: a crash can lose what was acknowledged last.')
    }
  }
  return advice
}
