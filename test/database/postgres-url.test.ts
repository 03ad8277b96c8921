// What the URL of a PostgreSQL database may say, and what the database must be: nothing in either is ignored silently.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { checkPostgres } from '../../src/database/diagnostics/postgres-checks.ts'
import { toDriverUrl } from '../../src/database/postgres/pools.ts'
import { ask, nodesOn } from '../kit/cluster/nodes.ts'
import { nameDatabase, runSql, withDatabase } from '../kit/database/postgres-databases.ts'
import { placeDatabase } from '../kit/database/test-databases.ts'
import { describeOnPostgres, testServer } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const withParameter = (url: string, parameter: string) => `${url}${url.includes('?') ? '&' : '?'}${parameter}`

async function openDatabase(...schemas: string[]): Promise<string> {
  const { url, ready } = placeDatabase()
  await ready
  for (const schema of schemas) await runSql(url, `create schema ${escapeIdentifier(schema)}`)
  return url
}

const tablesOf = async (url: string) =>
  (
    await runSql<{ name: string }>(
      url,
      "select schemaname || '.' || tablename as name from pg_tables where tablename = 'space' order by 1",
    )
  ).map(({ name }) => name)

async function writePost(title: string): Promise<string> {
  const file = join(makeFolder(), 'posts.ndjson')
  const lines = [
    '{"type":"collection","apiName":"posts","name":"Posts","fields":[{"apiName":"title","type":"text"}]}',
    JSON.stringify({ type: 'entry', collection: 'posts', id: 'a', liveData: { title } }),
  ]
  await Bun.write(file, lines.join('\n'))
  return file
}

describeOnPostgres('a database', () => {
  test('that is not UTF8 is refused at the start, by migrate and by doctor, and nothing is created in it', async () => {
    const name = nameDatabase()
    await runSql(
      withDatabase(testServer(), 'postgres'),
      `create database ${name} encoding 'LATIN1' template template0 locale 'C'`,
    )
    const url = withDatabase(testServer(), name)
    try {
      const message = `The database ${name} has the encoding LATIN1`
      const advice = `create database ${name}_utf8 encoding 'UTF8' template template0;`
      const nodes = nodesOn(url)
      // A server that starts does not end: it comes last.
      for (const command of ['migrate', 'spaces create main', 'serve']) {
        const { exitCode, stderr } = await nodes.run(command.split(' '), { environment: { PORT: '0' } })
        expect([command, exitCode]).toEqual([command, 1])
        expect(stderr).toContain(message)
        expect(stderr).toContain(advice)
      }
      const failures = await checkPostgres(url, systemClock, true)
      expect(failures.filter(({ status }) => status === 'failed')).toEqual([
        {
          check: 'encoding',
          status: 'failed',
          message: expect.stringContaining(message),
          hint: expect.stringContaining(advice),
        },
      ])
      expect((await nodes.run(['doctor'])).exitCode).toBe(1)
      expect(await tablesOf(url)).toEqual([])
    } finally {
      await runSql(withDatabase(testServer(), 'postgres'), `drop database ${name} with (force)`)
    }
  })

  test('holds an installation in each schema that is named by ?schema=, and they share nothing', async () => {
    const url = await openDatabase('cms', 'Second one')
    const schemas = ['schema=cms', 'schema=Second%20one', 'options=-csearch_path%3Dthird']
    await runSql(url, 'create schema third')
    const servers = await Promise.all(
      schemas.map(async schema => {
        const nodes = nodesOn(withParameter(url, schema))
        await nodes.json('spaces', 'create', 'main')
        await nodes.json('import', await writePost(schema), '--space', 'main')
        const { key } = await nodes.json<{ key: string }>('keys', 'create', '--space', 'main', '--name', 'k')
        const doctor = await nodes.run(['doctor'])
        expect([schema, doctor.exitCode, doctor.stdout]).toEqual([
          schema,
          0,
          expect.stringContaining(decodeURIComponent(schema.split(/=|%3D/).at(-1)!)),
        ])
        return { schema, key, server: await nodes.serve() }
      }),
    )
    for (const { schema, key, server } of servers) {
      expect(await ask(server.url, key, '/content/posts/a')).toContain(`"title":"${schema}"`)
      for (const other of servers.filter(each => each.key !== key)) {
        expect(await ask(server.url, other.key, '/content/posts/a')).toStartWith('401 ')
      }
    }
    // A node hears of changes in its own schema, whoever makes them.
    const [first] = servers
    await nodesOn(withParameter(url, 'schema=cms')).json('import', await writePost('new'), '--space', 'main')
    await until(async () =>
      (await ask(first!.server.url, first!.key, '/content/posts/a')).includes('"title":"new"'),
    )
    for (const { server } of servers) expect(await server.stop()).toBe(0)
    expect(await tablesOf(url)).toEqual(['Second one.space', 'cms.space', 'third.space'])
  })

  test('without the schema that its URL names is refused with the statement that creates it', async () => {
    const url = withParameter(await openDatabase(), 'schema=cms')
    const { exitCode, stderr } = await nodesOn(url).run(['migrate'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/has no schema cms, .*create schema "cms" authorization ROLE;/)
    expect(await checkPostgres(url, systemClock, true)).toContainEqual(
      expect.objectContaining({ check: 'schema', status: 'failed' }),
    )
    expect(await tablesOf(url)).toEqual([])
  })

  test.each([
    ['schema=', 'schema must be the name of a schema'],
    [`schema=${'x'.repeat(64)}`, 'of 1 to 63 bytes'],
    ['schema=a&schema=b', 'schema is given more than once.'],
    [
      'sslmode=required',
      'sslmode must be one of disable, no-verify, allow, prefer, require, verify-ca, verify-full.',
    ],
    ['sslmode=require&sslmode=disable', 'sslmode is given more than once.'],
  ])('is not looked for where its URL says %s', async (parameter, message) => {
    const { exitCode, stderr } = await nodesOn(withParameter(testServer(), parameter)).run(['migrate'])
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL cannot be used.')])
    expect(stderr).toContain(message)
  })

  test('that is reached with sslmode=require prints no warning of the driver at each command', async () => {
    const url = await openDatabase()
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      const { exitCode, stderr } = await nodesOn(withParameter(url, `sslmode=${mode}`)).run(['migrate'])
      // The server of the tests has no TLS, so each of these is refused.
      expect([mode, exitCode, stderr]).toEqual([mode, 1, expect.stringMatching(/does not support SSL/)])
      expect(stderr).not.toMatch(/warning/i)
    }
  })
})

test('every mode of TLS but disable and no-verify means that the server is verified', () => {
  const url = 'postgres://u:p%3Fsslmode=require@h/d'
  for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full']) {
    expect(toDriverUrl(`${url}?a=1&sslmode=${mode}&b=2`)).toBe(`${url}?a=1&sslmode=verify-full&b=2`)
  }
  for (const mode of ['disable', 'no-verify']) {
    expect(toDriverUrl(`${url}?sslmode=${mode}`)).toBe(`${url}?sslmode=${mode}`)
  }
  const compatible = `${url}?sslmode=require&uselibpqcompat=true`
  expect(toDriverUrl(compatible)).toBe(compatible)
})
