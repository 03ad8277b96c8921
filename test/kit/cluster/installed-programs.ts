// Third-party programs that may be installed: a load balancer, a connection pooler, PostgreSQL's tools. Tests that
// need a missing one are skipped and reported as such.

import { test } from 'bun:test'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Glob } from 'bun'

/** Server binaries are often only in root's PATH. */
const folders = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter)

export function findProgram(name: string): string | null {
  return Bun.which(name, { PATH: folders })
}

/** A test that is skipped, and reported, if one of the programs is missing. */
export function testWith(names: readonly string[]) {
  return testWhere(
    names.every(name => findProgram(name) !== null),
    `${names.join(' or ')} is not installed`,
  )
}

export function testWhere(condition: boolean, reason: string) {
  if (!condition) process.stderr.write(`skipped: ${reason}\n`)
  return test.skipIf(!condition)
}

const debian = '/usr/lib/postgresql'

/** A PostgreSQL with its tools, as installed by Debian: pg_dump rejects servers newer than itself. */
export function findPostgresWithTools(): string | null {
  if (!existsSync(debian)) return null
  const places = [...new Glob('*/bin/pg_restore').scanSync(debian)]
  const homes = places.map(place => join(debian, place, '../..'))
  return homes.find(home => existsSync(join(home, 'bin/initdb'))) ?? null
}
