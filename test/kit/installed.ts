// Programs of other people that a machine may have: a balancer, a pooler, PostgreSQL's tools. Tests that need one say
// that they were left out where it is missing.

import { test } from 'bun:test'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Glob } from 'bun'

/** Servers are often where only root looks. */
const folders = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter)

export function findProgram(name: string): string | null {
  return Bun.which(name, { PATH: folders })
}

/** A test that is left out, and told, where one of the programs is missing. */
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

/** A PostgreSQL with its tools, as Debian installs it: pg_dump copies no server that is newer than itself. */
export function findPostgresWithTools(): string | null {
  if (!existsSync(debian)) return null
  const places = [...new Glob('*/bin/pg_restore').scanSync(debian)]
  const homes = places.map(place => join(debian, place, '../..'))
  return homes.find(home => existsSync(join(home, 'bin/initdb'))) ?? null
}
