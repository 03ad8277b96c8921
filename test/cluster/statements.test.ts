// Every statement that PostgreSQL was asked in a run through all that the server and its commands do, as the database
// itself has counted them: each names its space, and none needs to read through a table.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Client } from 'pg'
import { planAlongIndexes } from '../../src/database/postgres/planning.ts'
import { createSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { createNotes } from '../stress/notes.ts'
import { requestEverything } from './everything.ts'
import { asksListAgain, planOf, readIndexes, readsPast, readsWhole, skipsColumn } from './plans.ts'

// Fifty thousand entries, on a busy machine.
setDefaultTimeout(longTestMs)

const entries = 2000
/** As large as the one that is asked. */
const copies = 24
/** Most spaces are small: by what PostgreSQL knows of them all, the one that is asked is small too. */
const smallCopies = 1500
const smallEntries = 4

/** Statements that name no space where there is one to name, and why each may. */
const withoutSpace: readonly (readonly [RegExp, reason: string])[] = [
  [
    /^select .* from "api_key_secret" .*"api_key_secret"\."hash" = /,
    'a request brings a key, and its space is looked for',
  ],
  [/from "session" where "token" = |from "session" where "id" = /, 'a request brings a session'],
  [/^(?:insert into|update|delete from) "session"/, 'sessions stand before any space'],
  [/from "member" inner join "space" .*where "member"\."user" = /, 'the spaces of a user'],
  [/from "member" .*where "user" = /, 'the spaces of a user'],
  [/from "space" inner join "member" .*"slug" = .*"user" = /, 'a request names a space by its slug'],
  [/from "invitation" .*"hash" = /, 'a link brings a token, and its space is looked for'],
  [/from space left join key_revision/, 'a node asks for all spaces that it serves, by their ids'],
  [
    /^(?:update|select .* from) "api_key" (?:set .* )?where "id" = /,
    'the command that revokes a key by its id alone',
  ],
  [/from "api_key" order by /, 'the command that lists the keys of all spaces'],
]

/** Statements that read through a table, and why each may. */
const wholeTables: readonly (readonly [RegExp, reason: string])[] = [
  [/from "api_key" order by /, 'the command that lists the keys of all spaces'],
  [/from "space" order by /, 'the command that lists all spaces'],
  [
    /^(?:update|select .* from) "api_key" (?:set .* )?where "id" = /,
    'the command that revokes a key by its id alone',
  ],
  [/^delete from "setup_token"$/, 'links to set up, of which there are none once there is a user'],
  [/^delete from "session" where \("expires_at" <= /, 'sessions that are over, at each sign-in'],
]

/** Statements that read entries of a space and leave some out, and why each may. */
const wholeSpaces: readonly (readonly [RegExp, reason: string])[] = [
  [
    /"publication_reference"\."entry" != /,
    'targets that no other entry refers to, which leaves out the entry itself: one row at most',
  ],
  [/"publication"\."slug" <> "entry"\."slug"/, 'an import, which reads all entries anyway'],
  [
    /(?:from|join) "collection" .*"kind" = /,
    'the collections or the components of a space, of which there are some hundred at most',
  ],
  [/"entry"\."archived_at" is null and "entry"\."id" > /, 'an export, which leaves out archived entries'],
  [
    / from "entry" where "space" = .* and \(?state = /,
    'a list of entries by state, words, or who changed them',
  ],
]

/** Enough of them for an index to be worth its while. */
const manyPeople = `
  insert into "user" (id, email, created_at, updated_at) select 'u' || n, n || '@example.com', 0, 0 from generate_series(1, 1000) as n;
  insert into member (space, "user", role, created_at) select space.id, 'u' || n, 'member', 0 from space, generate_series(1, 1000) as n;
  insert into session (id, token, "user", space, expires_at, created_at, updated_at)
    select 's' || n, 't' || n, 'u' || n, null, 4e12, 4e12, 0 from generate_series(1, 1000) as n;
  insert into api_key (space, id, name, prefix, scopes, created_at, created_by, updated_at)
    select space.id, 'k' || n, 'k', 'p', '[]', n, 'x', n from space, generate_series(1, 400) as n;
  insert into api_key_secret (hash, space, key) select space.id || '-' || n, space.id, 'k' || n from space, generate_series(1, 400) as n;
  insert into key_revision (space, revision) select id, 1 from space on conflict do nothing`

const manyChanges = `
  insert into activity (space, id, at, "by", action, entry)
    select space.id, n + 1000000, n, 'u' || n % 1000, 'save', 'e' || n from space, generate_series(1, 2000) as n`

const manyFiles = `
  insert into blob (sha256, size, content_type, stored_at, unreadable) select md5(n::text), n, 'image/png', 0, 0 from generate_series(1, 20000) as n`

describeOnPostgres('statements', () => {
  let cluster: Cluster
  let admin = ''
  let space: TestSpace
  /** As the database has counted them: with a parameter for each constant. */
  let texts: string[]
  /** As they were sent. */
  let sent: string[]
  beforeAll(async () => {
    cluster = await startCluster({
      settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '2000' },
    })
    await cluster.run('create role frontlist login')
    const url = new URL(await cluster.createDatabase())
    admin = url.href
    await runSql(admin, `alter database ${url.pathname.slice(1)} owner to frontlist`)
    await runSql(admin, 'create extension pg_stat_statements')
    url.username = 'frontlist'
    sent = []
    const database = openUrl(url.href, { onStatement: sql => void sent.push(sql) })
    await database.migrate()
    space = await createSpaceIn({ database, url: url.href, statements: [] }, 'main', {
      records: createNotes(entries),
    })
    await copySpace(admin, space.space, 1, copies)
    await runSql(admin, manyPeople)
    await runSql(admin, manyChanges)
    await runSql(admin, manyFiles)
    await copySpace(admin, space.space, copies + 1, copies + smallCopies, smallEntries)
    await runSql(admin, 'analyze')
    await runSql(admin, 'select pg_stat_statements_reset()')
    sent.length = 0
    await requestEverything(space)
    texts = await readTexts(admin)
  })
  afterAll(async () => {
    await space?.database.close()
    await cluster?.remove()
  })

  test('were gathered from all over', () => {
    expect(texts.length).toBeGreaterThan(60)
    for (const [pattern, reason] of withoutSpace) {
      expect({ reason, found: texts.some(text => pattern.test(text)) }).toEqual({ reason, found: true })
    }
  })

  test('name the space of each table that has one', async () => {
    const rows = await runSql<{ name: string }>(
      admin,
      "select table_name as name from information_schema.columns where column_name = 'space' and table_schema = 'public'",
    )
    const tables = rows.map(({ name }) => name)
    expect(tables).toContain('publication')
    const unnamed = texts.filter(text => tables.some(table => usesWithoutSpace(text, table)))
    expect(unnamed.filter(text => !withoutSpace.some(([pattern]) => pattern.test(text)))).toEqual([])
  })

  test('need no table to be read through, nor more of an index than what is of the space', async () => {
    const client = new Client({ connectionString: space.url })
    await client.connect()
    // The temporary tables of an import, which it reads whole.
    await client.query(sent.find(text => text.startsWith('create temporary table')) ?? '')
    await client.query(`begin; ${planAlongIndexes}`)
    const indexes = await readIndexes(client)
    const errors: object[] = []
    const watching = texts.filter(text => text.includes('pg_walfile_name'))
    expect(watching).not.toEqual([])
    for (const text of new Set([...sent.filter(isStatement), ...watching])) {
      for (const node of await planOf(client, text)) {
        if (node['Relation Name']?.startsWith('staged_')) continue
        const mayReadSpace = wholeSpaces.some(([pattern]) => pattern.test(text))
        const mayReadPast = text.includes('count(*)') || mayReadSpace
        if (readsPast(node, indexes) && !mayReadPast) errors.push({ text, node })
        if (asksListAgain(node)) errors.push({ text, node })
        // Which index of the space such a statement goes along is up to the statistics.
        const isWhole = readsWhole(node) || (skipsColumn(node, indexes) && !mayReadSpace)
        if (isWhole && !wholeTables.some(([pattern]) => pattern.test(text))) errors.push({ text, node })
      }
    }
    await client.end()
    expect(errors).toEqual([])
  })
})

/** The content of a space again and again, or some of each table, under the ids of spaces of its own. */
async function copySpace(
  url: string,
  space: string,
  first: number,
  last: number,
  rowsMax: number | null = null,
): Promise<void> {
  const number = `generate_series(${first}, ${last}) as copy(n)`
  await runSql(
    url,
    `insert into space select id || n, slug || n, name, revision, created_at from space, ${number} where id = '${space}'`,
  )
  for (const table of [
    'collection',
    'entry',
    'publication',
    'publication_variant',
    'publication_reference',
    'query_entry',
    'query_posting',
  ]) {
    const rows = await runSql<{ name: string }>(
      url,
      `select quote_ident(column_name) as name from information_schema.columns
       where table_name = '${table}' and column_name <> 'space' order by ordinal_position`,
    )
    const columns = rows.map(({ name }) => name).join(', ')
    await runSql(
      url,
      `insert into ${table} (space, ${columns}) select space || n, ${columns}
       from (select * from ${table} where space = '${space}' limit ${rowsMax}) as copied, ${number}`,
    )
  }
}

/** And not the frame of a transaction. */
function isStatement(text: string): boolean {
  return /^(?:select|with|insert|update|delete)\b/i.test(text)
}

/** In one line each. */
async function readTexts(url: string): Promise<string[]> {
  const rows = await runSql<{ query: string }>(
    url,
    `select query from pg_stat_statements
     where userid = 'frontlist'::regrole and dbid = (select oid from pg_database where datname = current_database())`,
  )
  const texts = rows.map(({ query }) => query.replaceAll(/\s+/g, ' ').trim())
  return [...new Set(texts)].filter(isStatement).sort()
}

/** Whether the statement uses the table, and nothing in it is held against the space. */
function usesWithoutSpace(text: string, table: string): boolean {
  const uses = new RegExp(`\\b(?:from|join|into|update) "?${table}"?(?![\\w"])`)
  if (!uses.test(text)) return false
  return !/"space" = \$\d|^insert into "\w+" \([^)]*"space"|"space" = "\w+"\."space"|\("\w+"\."space"\) = /.test(
    text,
  )
}
