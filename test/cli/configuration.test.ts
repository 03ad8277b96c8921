// Settings and database files that cannot be used: refused with the name and the reason, and nothing half done.
import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { perPageMaxDefault } from '../../src/delivery/delivery.schema.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { modeOf, start } from '../kit/command/running-command.ts'
import { describeOnSqlite, testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

describe('a bad setting stops the start with its name and the reason', () => {
  test.each<[name: string, values: string[], reason: RegExp]>([
    ['PORT', ['65536', '-1', '3e3', '0x10', '080'], /PORT must be a whole number from 0 to 65535/],
    ['HOST', ['a b', 'http://x'], /HOST must be a host name or an IP address/],
    ['PUBLIC_URL', ['example.com', 'https://example.com/path', 'ftp://x'], /PUBLIC_URL must be an origin/],
    ['MAX_PER_PAGE', ['0', '10001', '1.5'], /MAX_PER_PAGE must be a whole number from 1 to 10000/],
    ['RATE_LIMIT', ['-1', 'none'], /RATE_LIMIT must be a whole number/],
    [
      'MEDIA_HOSTS',
      ['https://a.example', 'a.example/b', 'a.example; script-src *', '*'],
      /MEDIA_HOSTS must each be a host/,
    ],
    ['LOG_LEVEL', ['loud', 'INFO'], /LOG_LEVEL must be one of/],
    [
      'ASSETS_URL',
      ['files.example.com', 'https://files.example.com/x', 'ftp://x', 'https://u:p@files.example.com'],
      /ASSETS_URL must be an origin/,
    ],
    ['ASSETS_MAX_AGE', ['-1', '31536001', '1e3'], /ASSETS_MAX_AGE must be a whole number from 0 to 31536000/],
    ['ASSETS_KEEP_METADATA', ['true', '2'], /ASSETS_KEEP_METADATA must be 0 or 1/],
    [
      'ASSET_BYTES_MAX',
      ['1023', '4000000001', '1MB'],
      /ASSET_BYTES_MAX must be a whole number from 1024 to 4000000000/,
    ],
    ['IMAGE_PIXELS_MAX', ['0', '100000001'], /IMAGE_PIXELS_MAX must be a whole number from 1 to 100000000/],
    ['IMAGE_WORKERS', ['-1', '17'], /IMAGE_WORKERS must be a whole number from 0 to 16/],
    ['IMAGES_CACHE_BYTES', ['1', '16777215'], /IMAGES_CACHE_BYTES must be 0, or at least 16777216/],
    ['METRICS', ['yes', '2'], /METRICS must be 0 or 1/],
    [
      'METRICS_PORT',
      ['0', '65536', '-1', 'x', '09090'],
      /METRICS_PORT must be a whole number from 1 to 65535/,
    ],
  ])('%s', async (name, values, reason) => {
    const command = createCommandLine()
    const ends = await Promise.all(
      values.map(value => command.run(['serve'], { environment: { [name]: value } })),
    )
    ends.forEach(({ exitCode, stdout, stderr }, place) => {
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(reason)
      // Of a database the value may hold a password.
      const shown = stderr.includes(`"${values[place]}"`)
      expect([name, shown]).toEqual([name, name !== 'DATABASE_URL'])
    })
    if (testEngine === 'sqlite') expect(existsSync(dirname(command.databaseFile))).toBe(false)
  })

  test.each([
    ['assets', 'must be file: and a folder, or s3://'],
    ['s3:/MINE:hunter2@files', 'must be file: and a folder, or s3://'],
    ['s3://MINE:hunter2@files?endpoint=https://s3.example.com&region=x', 'must not hold keys'],
    ['s3://files?region=x', 'needs endpoint='],
    ['s3://files?endpoint=https://s3.example.com', 'needs region='],
    ['s3://files?endpoint=https://s3.example.com&region=x&key=hunter2', 'has an unknown parameter'],
  ])('ASSETS_STORE, whose value may hold a key and is not printed: %s', async (value, reason) => {
    const command = createCommandLine()
    const { exitCode, stdout, stderr } = await command.run(['serve'], {
      environment: { ASSETS_STORE: value },
    })
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining(`ASSETS_STORE ${reason}`)])
    expect(stderr).not.toMatch(/MINE|hunter2/)
    if (testEngine === 'sqlite') expect(existsSync(dirname(command.databaseFile))).toBe(false)
  })

  test('an S3 store without its keys', async () => {
    const environment = { ASSETS_STORE: 's3://files?endpoint=https://s3.example.com&region=x' }
    const { exitCode, stderr } = await createCommandLine().run(['serve'], { environment })
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/S3_ACCESS_KEY_ID.*S3_SECRET_ACCESS_KEY/)])
  })

  test.each(['sqlite:', 'mysql://user:hunter2@host/name', 'data.db'])(
    'DATABASE_URL, whose value may hold a password and is not printed: %s',
    async value => {
      const { exitCode, stderr } = await createCommandLine().run(['serve'], {
        environment: { DATABASE_URL: value },
      })
      expect(exitCode).toBe(1)
      expect(stderr).toContain('DATABASE_URL must be sqlite: and a file, or postgres://')
      expect(stderr).not.toContain('hunter2')
    },
  )

  test('DATABASE_URL of a database in memory, and makes no file of its name', async () => {
    const folder = makeFolder()
    const environment = { DATABASE_URL: 'sqlite::memory:' }
    const { exitCode, stdout, stderr } = await start(createCommandLine(), ['spaces', 'list'], {
      ...{ environment, cwd: folder },
    }).finished
    expect([exitCode, stdout, stderr]).toEqual([
      ...[1, ''],
      expect.stringContaining('DATABASE_URL must be a file, such as sqlite:data/frontlist.db; a database in'),
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    [
      'a password that is not encoded',
      'postgres://frontlist:hunter2/x@127.0.0.1:1/frontlist',
      'percent-encoded',
    ],
    [
      'a certificate that is not there',
      'postgres://frontlist:hunter2@127.0.0.1:1/frontlist?sslmode=verify-full&sslrootcert=/no/such.pem',
      '/no/such.pem',
    ],
  ])('an address of a PostgreSQL with %s, and waits for none', async (_, url, reason) => {
    for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URLS']) {
      const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/x', [name]: url }
      const { exitCode, stderr } = await createCommandLine().run(['serve'], { environment })
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${name} cannot be used.\n`)])
      expect(stderr).toContain(reason)
      expect(stderr).not.toContain('hunter2')
    }
  })

  test('all of them at once, for every command', async () => {
    const environment = { PORT: 'x', LOG_LEVEL: 'x', MAX_PER_PAGE: 'x' }
    const { exitCode, stdout, stderr } = await createCommandLine().run(['keys', 'list', '--json'], {
      environment,
    })
    expect([exitCode, stderr.match(/PORT|LOG_LEVEL|MAX_PER_PAGE/g)]).toEqual([
      1,
      ['PORT', 'MAX_PER_PAGE', 'LOG_LEVEL'],
    ])
    expect((JSON.parse(stdout) as { details: string[] }).details).toHaveLength(3)
  })

  test('an empty variable counts as absent', async () => {
    const environment = { PORT: '', LOG_LEVEL: ' ', MAX_PER_PAGE: '' }
    expect((await createCommandLine().run(['migrate'], { environment })).exitCode).toBe(0)
  })
})

test('where nothing is set, perPage goes as far as the OpenAPI document says', () => {
  expect(readConfig({}).MAX_PER_PAGE).toBe(perPageMaxDefault)
})

describeOnSqlite('the database file', () => {
  test('is made with its folders, for its owner alone, and so are its companions', async () => {
    const command = createCommandLine()
    const file = join(dirname(command.databaseFile), 'deep/er/frontlist.db')
    const environment = { DATABASE_URL: `sqlite:${file}` }
    const server = await command.serve([], environment)
    for (const name of readdirSync(dirname(file)))
      expect([name, modeOf(join(dirname(file), name))]).toEqual([name, '600'])
    expect(readdirSync(dirname(file)).length).toBeGreaterThanOrEqual(2)
    for (const folder of [dirname(file), dirname(dirname(file))]) expect(modeOf(folder)).toBe('700')
    await server.stop()
    expect(readdirSync(dirname(file)).sort()).toEqual(['frontlist.db', 'frontlist.db.secret'])
  })

  test('that others could read is closed to them', async () => {
    const command = createCommandLine()
    mkdirSync(dirname(command.databaseFile), { recursive: true })
    writeFileSync(command.databaseFile, '', { mode: 0o644 })
    await command.run(['migrate'])
    expect(modeOf(command.databaseFile)).toBe('600')
  })

  test.each<[string, (folder: string) => string]>([
    ['below a file', folder => join(folder, 'file/frontlist.db')],
    ['that is a folder', folder => folder],
    ['where nothing can be written', () => '/proc/frontlist/frontlist.db'],
  ])('%s: exit code 1, with the path or the reason', async (_, place) => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'file'), '')
    const file = place(folder)
    const { exitCode, stdout, stderr } = await createCommandLine().run(['spaces', 'list'], {
      environment: { DATABASE_URL: `sqlite:${file}` },
    })
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/E(?:NOTDIR|EXIST|ISDIR|ACCES|ROFS|NOENT|PERM)|directory|unable to open/i)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('that is no database is refused and left as it was', async () => {
    const command = createCommandLine()
    mkdirSync(dirname(command.databaseFile), { recursive: true })
    const text = 'This is a letter, not a database. '.repeat(300)
    writeFileSync(command.databaseFile, text)
    const { exitCode, stderr } = await command.run(['spaces', 'list'])
    const reason = 'cannot be opened: file is not a database. Check DATABASE_URL'
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${command.databaseFile} ${reason}`)])
    expect(stderr).not.toContain('Unexpected')
    expect(await Bun.file(command.databaseFile).text()).toBe(text)
  })

  test('that another process is writing is read all the same, without waiting; a write waits and is refused in the end', async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'main'])
    const other = new Database(command.databaseFile, { readwrite: true })
    other.exec("begin immediate; update space set name = 'changed'")
    try {
      const write = start(command, ['spaces', 'create', 'second'])
      const reads = [
        ['spaces', 'list'],
        ['keys', 'list'],
        ['export', '--space', 'main'],
        ['backup', join(makeFolder(), 'copy.db')],
      ]
      const ends = await Promise.all(reads.map(args => start(command, args).finished))
      // Reads have ended before the write has waited its time.
      expect(write.process.exitCode).toBeNull()
      const { exitCode, stderr } = await write.finished
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/locked|busy/i)])
      expect(ends.map(end => [end.exitCode, end.stderr])).toEqual([
        [0, ''],
        [0, ''],
        [0, 'Exported 0 collections, 0 entries.\n'],
        [0, ''],
      ])
    } finally {
      other.exec('rollback')
      other.close()
    }
    expect((await command.run(['spaces', 'create', 'second'])).exitCode).toBe(0)
  })
})
