// The executable as an operator has it: one file, in an empty folder, on a machine without Bun, Node or the checkout.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import sharp from 'sharp'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

const projectFolder = join(import.meta.dir, '../..')
const home = makeFolder()
const outfile = join(makeFolder(), 'frontlist')
const executable = join(home, 'frontlist')
const workFolder = makeFolder()
const environment = { PATH: '/nowhere', HOST: '127.0.0.1', PORT: '0', DATABASE_URL: 'sqlite:frontlist.db' }

async function run(command: readonly string[], cwd: string, env: Record<string, string>) {
  const child = Bun.spawn([...command], {
    cwd,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: longTestMs,
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { exitCode: await child.exited, stdout, stderr }
}

interface Started {
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  readonly url: string
  readonly key: string
}

async function serve(folder = workFolder): Promise<Started> {
  const child = Bun.spawn([executable, 'serve', '--demo', '--json'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { value } = await child.stdout.getReader().read()
  const reported = JSON.parse(Buffer.from(value ?? []).toString()) as { url: string; key: string }
  return { child, ...reported }
}

let built: Awaited<ReturnType<typeof run>>
let server: Started

beforeAll(async () => {
  const build = [process.execPath, join(projectFolder, 'scripts/build.ts'), '--outfile', outfile]
  built = await run(build, home, { PATH: process.env.PATH ?? '' })
  if (built.exitCode !== 0) throw new Error(built.stderr)
  // Only the one file goes along.
  copyFileSync(outfile, executable)
  chmodSync(executable, 0o755)
  server = await serve()
}, 300_000)

afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.child.exited
})

describe('an executable', () => {
  const folder = makeFolder()
  const program = join(folder, 'program')

  async function makeImage() {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#dc1e1e' } })
      .png()
      .toBuffer()
    await Bun.write(join(folder, 'picture.png'), picture)
    const { stdout } = await run([program, makeFolder(), 'picture.png'], folder, { PATH: '/nowhere' })
    return JSON.parse(stdout)
  }

  test('transforms images if frontlist-images is beside it, and otherwise says that it cannot', async () => {
    const entrypoint = join(projectFolder, 'test/media/images/check-program.ts')
    await Bun.build({ entrypoints: [entrypoint], compile: { outfile: program } })
    expect(await makeImage()).toEqual({ isAvailable: false, failure: 'transform_unavailable' })
    symlinkSync(join(dirname(outfile), 'frontlist-images'), join(folder, 'frontlist-images'))
    expect(await makeImage()).toMatchObject({ isAvailable: true, contentType: 'image/webp' })
  })

  test('brings the licences of what transforms images', async () => {
    const packages = join(dirname(outfile), 'frontlist-images/node_modules')
    const names = ['*', '@img/*'].flatMap(pattern =>
      [...new Glob(`${pattern}/package.json`).scanSync(packages)].map(dirname),
    )
    expect(names).toEqual(expect.arrayContaining(['@img/colour', 'detect-libc', 'semver', 'sharp']))
    expect(names.filter(name => name.startsWith('@img/sharp-')).length).toBeGreaterThan(0)
    for (const name of names) {
      const { license } = await Bun.file(join(packages, name, 'package.json')).json()
      expect([name, license]).toEqual([
        name,
        expect.stringMatching(/^(?:MIT|ISC|Apache-2.0|LGPL-3.0-or-later)$/),
      ])
    }
  })
})

describe('the executable', () => {
  test('is one file, and the build tells its size', () => {
    expect(built.stdout).toMatch(/^Building .+\nBuilt .+: \d+ MB in [\d.]+ s\.\n$/)
    expect(readdirSync(home)).toEqual(['frontlist'])
  })

  test('tells how it is used', async () => {
    const { exitCode, stdout } = await run([executable, '--help'], workFolder, environment)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Usage: frontlist COMMAND')
  })

  test.each([
    ['/docs', 'text/html; charset=utf-8', '<title>'],
    ['/docs/errors', 'text/html; charset=utf-8', 'id="api_key_missing"'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Frontlist'],
    ['/docs/querying.md', 'text/markdown; charset=utf-8', '# Querying'],
    ['/api/v1/openapi.json', 'application/json', '"openapi":"3.1.0"'],
    ['/readyz', 'text/plain', 'ready'],
  ])('serves %s from within', async (path, type, part) => {
    const response = await fetch(server.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await response.text()).toContain(part)
  })

  test('responds to a content request with the key of the demo space', async () => {
    const response = await fetch(`${server.url}/api/v1/public/content/books?perPage=2&depth=1`, {
      headers: { Authorization: `Bearer ${server.key}` },
    })
    expect(response.status).toBe(200)
    const { list } = (await response.json()) as { list: { data: { author: { data: { name: string } } } }[] }
    expect(list).toHaveLength(2)
    expect(list[0]?.data.author.data.name).toBeString()
  })

  test('has the pictures of the demo space', async () => {
    const response = await fetch(`${server.url}/api/v1/public/content/books/marram?fields=cover`, {
      headers: { Authorization: `Bearer ${server.key}` },
    })
    const { doc } = (await response.json()) as { doc: { data: { cover: { url: string; size: number } } } }
    const { url, size } = doc.data.cover
    const picture = await fetch(server.url + url)
    expect([picture.headers.get('Content-Type'), (await picture.bytes()).length]).toEqual([
      'image/webp',
      size,
    ])
  })

  test('responds to headers over the limit with a problem of its own, up to 64 KiB', async () => {
    const response = await fetch(`${server.url}/docs`, { headers: { 'X-Large': 'a'.repeat(60_000) } })
    expect(response.status).toBe(431)
    expect(await response.json()).toMatchObject({ code: 'headers_too_large' })
  })

  test('runs commands beside the server', async () => {
    const { exitCode, stdout } = await run([executable, 'keys', 'list', '--json'], workFolder, environment)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ count: 1, list: [{ name: 'Demo', status: 'active' }] })
  })

  test('runs nothing that lies in the folder it is started from', async () => {
    const folder = makeFolder()
    await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./intruder.ts"]\n')
    await Bun.write(join(folder, 'intruder.ts'), "process.stdout.write('intruder')\n")
    const { stdout } = await run([executable, '--version'], folder, environment)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('without frontlist-images serves files as they are, refuses to resize them, and doctor says so', async () => {
    const folder = makeFolder()
    const frontlist = async (...args: string[]) =>
      JSON.parse((await run([executable, ...args, '--json'], folder, environment)).stdout)
    const other = await serve(folder)
    try {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
      const picture = { width: 40, height: 40, channels: 3 as const, background: '#dc1e1e', noise }
      await sharp({ create: picture }).png().toFile(join(folder, 'picture.png'))
      const { list } = await frontlist('assets', 'add', 'picture.png', '--space', 'demo')
      const { id, url, thumbhash, width } = list[0].doc
      expect([thumbhash, width]).toEqual([null, 40])
      const cover = { apiName: 'cover', type: 'asset' }
      const records = [
        { type: 'collection', apiName: 'pictures', name: 'Pictures', fields: [cover] },
        { type: 'entry', id: 'entry', collection: 'pictures', liveData: { cover: { id } } },
      ]
      await Bun.write(join(folder, 'main.ndjson'), records.map(record => JSON.stringify(record)).join('\n'))
      await frontlist('import', 'main.ndjson', '--space', 'demo')
      const original = await fetch(`${other.url}${url}`)
      expect([original.status, (await original.bytes()).length]).toEqual([200, list[0].doc.size])
      const resized = await fetch(`${other.url}${url}?w=16`)
      expect([resized.status, await resized.json()]).toMatchObject([501, { code: 'transform_unavailable' }])
      expect((await fetch(`${other.url}${url}?w=17`)).status).toBe(400)
      const { diagnostics } = await frontlist('doctor')
      expect(diagnostics).toContainEqual(
        expect.objectContaining({
          check: 'images',
          status: 'warning',
          message: expect.stringContaining('frontlist-images'),
        }),
      )
    } finally {
      other.child.kill('SIGKILL')
      await other.child.exited
    }
  })

  test('leaves nothing behind but its database and the files of the demo, and ends well on SIGTERM', async () => {
    const others = readdirSync(workFolder).filter(name => !name.startsWith('frontlist.db'))
    expect(others).toEqual(['assets'])
    server.child.kill('SIGTERM')
    expect(await server.child.exited).toBe(0)
  })
})
