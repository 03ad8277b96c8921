// The container file without a container engine: what it names exists, and what must not be in an image is left out.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'

const projectFolder = join(import.meta.dir, '../..')
const dockerfile = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
const ignored = readFileSync(join(projectFolder, '.dockerignore'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
const manifest: { scripts: Record<string, string> } = await Bun.file(
  join(projectFolder, 'package.json'),
).json()

function instructions(name: string): string[] {
  return dockerfile
    .split('\n')
    .filter(line => line.startsWith(`${name} `))
    .map(line => line.slice(name.length).trim())
}

describe('the Dockerfile', () => {
  test('builds on a Node with long-term support', () => {
    const versions = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version))
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter(version => version < 24 || version % 2 === 1)).toEqual([])
  })

  const copied = instructions('COPY').filter(line => !line.startsWith('--from='))

  test.each(copied.flatMap(line => line.split(/\s+/).slice(0, -1)))('copies %s, which exists', source => {
    expect(existsSync(join(projectFolder, source))).toBe(true)
    expect(ignored).not.toContain(source)
  })

  const scripts = instructions('RUN').flatMap(line => line.match(/npm run (\S+)/)?.[1] ?? [])

  test('has what transforms images beside the executable', () => {
    const targets = instructions('COPY').map(line => line.split(/\s+/).at(-1))
    expect(targets).toEqual(
      expect.arrayContaining(['/usr/local/bin/frontlist', '/usr/local/bin/frontlist-images']),
    )
  })

  test('runs npm scripts that exist', () => {
    expect(scripts).toEqual(['build'])
    for (const script of scripts) expect(manifest.scripts).toHaveProperty(script)
  })

  test('sets variables that the server accepts', () => {
    const pairs = instructions('ENV').flatMap(line => line.split(/\s+/).map(pair => pair.split('=')))
    const config = readConfig(Object.fromEntries(pairs))
    expect(config).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATABASE_URL: 'sqlite:/data/frontlist.db' })
    expect(instructions('EXPOSE')).toEqual([String(config.PORT)])
    expect(instructions('VOLUME')).toEqual(['/data'])
  })

  test('does not run as root, and is stopped by the signal that the server drains on', () => {
    expect(instructions('USER')).toEqual(['10001:10001'])
    expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM'])
  })

  test.each([
    [200, 0],
    [503, 1],
  ])('has a health check: a status %p ends it with exit code %p', async (status, exitCode) => {
    const [, command = '[]'] = /CMD (\[.*\])/.exec(instructions('HEALTHCHECK')[0] ?? '') ?? []
    let path = ''
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: request => {
        path = new URL(request.url).pathname
        return new Response('', { status })
      },
    })
    const child = Bun.spawn(JSON.parse(command) as string[], {
      env: { PATH: process.env.PATH ?? '', PORT: String(server.port) },
      timeout: 60_000,
    })
    expect(await child.exited).toBe(exitCode)
    expect(path).toBe('/readyz')
    await server.stop(true)
  })

  test('keeps secrets, data and installed packages out of the image', () => {
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', '.git']))
  })
})
