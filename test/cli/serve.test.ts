// serve: the start, the demo, the end, and what happens in between when it is told to stop.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { killLater } from '../kit/cleanup.ts'
import { createCommandLine, program, projectFolder, sourceProgram } from '../kit/command/process.ts'
import { runJson, stateOf } from '../kit/command/running-command.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { s3Secrets, startS3Server } from '../kit/files/s3-server.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const list = (url: string, key: string, query = '') =>
  fetch(`${url}/api/v1/public/content/books${query}`, { headers: { Authorization: `Bearer ${key}` } })

interface AssetValue {
  readonly url: string
  readonly size: number
}

interface Started {
  readonly url: string
  readonly key: string | null
}

describe('the demo', () => {
  test('its key is printed at the first start only, works, and goes on working', async () => {
    const command = createCommandLine()
    const first = await command.serve(['--demo'])
    const { url, key } = JSON.parse(first.stdout) as Started
    expect(key).toMatch(/^flst_\w{38}$/)
    const response = await (await list(url, key!, '?perPage=3&depth=1')).json()
    expect(response).toMatchObject({ list: [{}, {}, {}] })
    expect(await first.stop()).toBe(0)
    const second = await command.serve(['--demo'])
    expect(JSON.parse(second.stdout)).toEqual({
      url: expect.any(String),
      key: null,
      setupUrl: expect.any(String),
    })
    expect((await list(second.url, key!)).status).toBe(200)
    expect(await second.stop()).toBe(0)
  })

  test('its pictures are files of the library, with alt texts and placeholders, and come in every size', async () => {
    const server = await createCommandLine().serve(['--demo'])
    const { url, key } = JSON.parse(server.stdout) as Started
    const { list: books } = (await (await list(url, key!, '?fields=cover')).json()) as {
      list: { slug: string; data: { cover: AssetValue | null } }[]
    }
    const covers = books.flatMap(({ data: { cover } }) => (cover ? [cover] : []))
    expect(covers.length).toBeGreaterThan(15)
    for (const cover of covers) {
      expect(cover).toMatchObject({
        ...{ contentType: 'image/webp', width: 1000, height: 1500 },
        alt: expect.stringContaining(' '),
        focalPoint: { x: expect.any(Number), y: expect.any(Number) },
        thumbhash: expect.any(String),
      })
    }
    const made = await fetch(`${url}${covers[0]!.url}?w=96&ar=1:1`)
    expect([made.status, await sharp(await made.bytes()).metadata()]).toMatchObject([
      200,
      { format: 'webp', width: 96, height: 96 },
    ])
    await server.stop()
  })

  test('its pictures go to an S3 store, if there is one', async () => {
    const store = startS3Server()
    const server = await createCommandLine().serve(['--demo'], {
      ASSETS_STORE: store.address,
      S3_ACCESS_KEY_ID: s3Secrets.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Secrets.secretAccessKey,
    })
    const { url, key } = JSON.parse(server.stdout) as Started
    const { doc } = (await (await list(url, key!, '/marram?fields=cover')).json()) as {
      doc: { data: { cover: AssetValue } }
    }
    const [original, made] = [
      await fetch(url + doc.data.cover.url),
      await fetch(`${url}${doc.data.cover.url}?w=96`),
    ]
    expect([original.status, (await original.bytes()).length]).toEqual([200, doc.data.cover.size])
    expect(made.status).toBe(200)
    await server.stop()
  })

  test('is not loaded beside a space that is there', async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'mine'])
    const server = await command.serve(['--demo'])
    expect((JSON.parse(server.stdout) as Started).key).toBeNull()
    await server.stop()
    expect(await runJson(command, 'spaces', 'list')).toMatchObject({ count: 1, list: [{ slug: 'mine' }] })
  })

  test.each([
    [[], ''],
    [['mine'], '?space=mine'],
    [['mine', 'other'], ''],
  ])('the link to set up proposes the space that there is: %j', async (spaces, proposed) => {
    const command = createCommandLine()
    for (const slug of spaces) await command.run(['spaces', 'create', slug])
    const server = await command.serve()
    const { setupUrl } = JSON.parse(server.stdout) as { setupUrl: string }
    expect(setupUrl.replace(/#token=\w+$/, '')).toEndWith(`/setup${proposed}`)
    await server.stop()
  })

  test('its key is not lost to a start whose port is taken', async () => {
    const command = createCommandLine()
    const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
    const port = String(taken.port)
    const refused = await command.run(['serve', '--demo', '--json'], { environment: { PORT: port } })
    await taken.stop(true)
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(`port ${port}`)])
    expect(JSON.parse(refused.stdout)).toEqual({ error: expect.stringContaining('PORT') })
    const server = await command.serve(['--demo'])
    const { url, key } = JSON.parse(server.stdout) as Started
    expect((await list(url, key ?? '')).status).toBe(200)
    await server.stop()
  })

  testOnSqlite.each([
    ['the checkout, with a database in an empty folder, as npm start does', projectFolder],
    ['any other folder, which takes the database', null],
  ])('started from %s: the first 200 by the curl line that is printed', async (_, cwd) => {
    const folder = makeFolder()
    const environment = {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      ...(cwd && { DATABASE_URL: `sqlite:${folder}/data/frontlist.db` }),
    }
    const { text, found, stop } = await startText(
      environment,
      cwd ?? folder,
      /curl -H "(?<header>[^"]+)" "(?<url>[^"]+)"\n/,
    )
    const { header = '', url = '' } = found
    const [name = '', value = ''] = header.split(': ')
    const response = await fetch(url, { headers: { [name]: value } })
    expect([response.status, text]).toEqual([200, expect.stringContaining('Demo key')])
    expect(await stop()).toBe(0)
    expect(existsSync(join(folder, 'data/frontlist.db'))).toBe(true)
  })

  testOnSqlite('started again, the server prints a command that creates a key for the demo', async () => {
    const environment = {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATABASE_URL: `sqlite:${makeFolder()}/frontlist.db`,
    }
    await (await startText(environment, projectFolder, /Demo key/)).stop()
    const { found, stop } = await startText(
      environment,
      projectFolder,
      /^ {2}(?<command>.* keys create .*)\n/m,
    )
    expect(found.command).toBe('npm run -s frontlist -- keys create --space demo --name NAME')
    const create = Bun.spawnSync(['sh', '-c', found.command ?? ''], { env: environment, cwd: projectFolder })
    expect([create.exitCode, create.stdout.toString()]).toEqual([0, expect.stringMatching(/^flst_\w{38}\n$/)])
    expect(await stop()).toBe(0)
  })
})

/** Starts the demo from the sources, and waits until it has printed what `awaited` matches. */
async function startText(environment: Record<string, string>, cwd: string, awaited: RegExp) {
  const child = Bun.spawn([...sourceProgram, 'serve', '--demo'], {
    env: environment,
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  killLater(child)
  let text = ''
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk)
    if (awaited.test(text)) break
  }
  const groups = awaited.exec(text)
  if (groups === null) throw new Error(await new Response(child.stderr).text())
  const stop = () => {
    child.kill('SIGTERM')
    return child.exited
  }
  return { text, found: groups.groups ?? {}, stop }
}

test.each(['127.0.0.1', '0.0.0.0'])(
  'listening on %s, it names an address that a browser can go to',
  async host => {
    const server = await createCommandLine().serve([], { HOST: host })
    const { url, setupUrl } = JSON.parse(server.stdout) as { url: string; setupUrl: string }
    expect([new URL(url).hostname, new URL(setupUrl).hostname]).toEqual(['localhost', 'localhost'])
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await server.stop()
  },
)

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s with nothing under way: exit code 0, the log folded into the file',
    async signal => {
      const command = createCommandLine()
      const server = await command.serve(['--demo'])
      server.process.kill(signal)
      expect(await server.process.exited).toBe(0)
      expect(existsSync(`${command.databaseFile}-wal`)).toBe(false)
      expect((await stateOf(command)).live).toBeGreaterThan(50)
    },
  )

  test('requests that were begun are answered whole, then the process ends with 0', async () => {
    const command = createCommandLine()
    const server = await command.serve(['--demo'])
    const { key } = JSON.parse(server.stdout) as Started
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginRequest(server.url, key!)))
    server.process.kill('SIGTERM')
    await until(() => refusesConnections(server.url))
    expect(server.process.exitCode).toBeNull()
    for (const response of await Promise.all(begun.map(finish => finish())))
      expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*"pagesCount":\d+\}/)
    expect(await server.process.exited).toBe(0)
  })

  test('requests that had come are answered, though nobody had looked at them yet', async () => {
    const command = createCommandLine()
    const server = await command.serve(['--demo'])
    const { key } = JSON.parse(server.stdout) as Started
    const idle = await Promise.all(Array.from({ length: 8 }, () => openConnection(server.url)))
    // What is sent to a process that stands still waits in its connections, new ones too.
    server.process.kill('SIGSTOP')
    const fresh = Array.from({ length: 8 }, () => connectTo(server.url))
    for (const connection of [...idle, ...fresh]) await connection.send(`${halfOf(key!)}\r\n`)
    server.process.kill('SIGTERM')
    server.process.kill('SIGCONT')
    for (const { toEnd } of [...idle, ...fresh])
      expect(await toEnd()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"pagesCount":\d+\}/)
    expect(await server.process.exited).toBe(0)
  })

  test('of a start that failed tells the reason and nothing else, no matter who signals in the meantime', async () => {
    const command = createCommandLine()
    const database = await command.open()
    await database.migrate()
    await database.transaction(writes =>
      sql`insert into schema_migration values ('9999-later', '')`.execute(writes),
    )
    await database.close()
    const child = Bun.spawn([...program, 'serve'], {
      env: command.environment,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    })
    let text = ''
    for await (const chunk of child.stderr) {
      if (text === '') child.kill('SIGTERM')
      text += new TextDecoder().decode(chunk)
    }
    expect(text).toContain('later version')
    expect(text).not.toMatch(/\n\s+at /)
  })

  test('a second signal ends it as it is, with 1', async () => {
    const command = createCommandLine()
    const server = await command.serve()
    // A request that is never finished holds the first signal up, and its socket must not be taken for garbage.
    const finish = await beginRequest(server.url, 'none')
    server.process.kill('SIGTERM')
    // Signals of a kind that have not been taken yet are one.
    await until(() => refusesConnections(server.url))
    const isWaiting = server.process.exitCode === null
    server.process.kill('SIGTERM')
    expect([isWaiting, await server.process.exited]).toEqual([true, 1])
    await finish().catch(() => {})
  })
})

const refusesConnections = (url: string) =>
  new Promise<boolean>(resolve => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => resolve(true))
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

const halfOf = (key: string) =>
  `GET /api/v1/public/content/books HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`

function connectTo(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', chunk => {
    text += chunk.toString()
  })
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  // One who does not wait for the end hears of no error.
  closed.catch(() => {})
  return {
    /** Until it has left this process; what is said to have come begins anew. */
    send: (bytes: string) => {
      text = ''
      return new Promise(resolve => socket.write(bytes, resolve))
    },
    received: () => text,
    toEnd: async () => {
      await closed
      return text
    },
  }
}

/** A connection that has had a response before. */
async function openConnection(url: string) {
  const connection = connectTo(url)
  await connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until(() => connection.received().endsWith('ok\n'))
  return connection
}

/** Sends half of a request on a connection that has had a response before; calling the result sends the other half. */
async function beginRequest(url: string, key: string): Promise<() => Promise<string>> {
  const connection = await openConnection(url)
  await connection.send(halfOf(key))
  // The server reads what came first before it answers what came later.
  for (let time = 0; time < 2; time++) await fetch(`${url}/healthz`, { keepalive: false })
  return async () => {
    await connection.send('\r\n')
    return connection.toEnd()
  }
}
