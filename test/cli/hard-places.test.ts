// Commands in hard places: a port that is taken, a pipe that ends, a file that is none, a setting that is mistyped.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toNdjson } from '../kit/app/test-space.ts'
import { createCommandLine, projectFolder } from '../kit/command/process.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

test('a second server on the same port refuses to start, and keeps no demo', async () => {
  const first = createCommandLine()
  const server = await first.serve()
  const second = createCommandLine()
  const port = new URL(server.url).port
  const { exitCode, stderr } = await second.run(['serve', '--demo'], { environment: { PORT: port } })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('Set PORT or HOST')
  expect((await second.run(['spaces', 'list', '--json'])).stdout).toContain('"count":0')
  await server.stop()
})

test('an export whose reader goes away ends without a stack trace', async () => {
  const command = createCommandLine()
  const file = join(makeFolder(), 'many.ndjson')
  const entries = Array.from({ length: 5000 }, (_, index) => ({
    type: 'entry',
    collection: 'posts',
    id: `p${index}`,
    liveData: { text: 'x'.repeat(500) },
  }))
  const fields = [{ apiName: 'text', type: 'text' }]
  writeFileSync(file, toNdjson([{ type: 'collection', apiName: 'posts', name: 'P', fields }, ...entries]))
  await command.run(['spaces', 'create', 's'])
  await command.run(['import', file, '--space', 's'])
  const line = `'${process.execPath}' '${join(projectFolder, 'src/main.ts')}' export --space s | head -c 100`
  const child = Bun.spawnSync(['sh', '-c', line], { env: command.environment })
  expect(child.stdout.toString()).toStartWith('{"type":"collection"')
  expect(child.stderr.toString()).not.toMatch(/ at |error:/)
})

test('what is no regular file is not imported: it is read twice', async () => {
  const command = createCommandLine()
  await command.run(['spaces', 'create', 's'])
  const fifo = join(makeFolder(), 'fifo')
  Bun.spawnSync(['mkfifo', fifo])
  for (const path of [fifo, makeFolder(), '/dev/null']) {
    const { exitCode, stderr } = await command.run(['import', path, '--space', 's'])
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not a regular file')])
  }
})

testOnSqlite('a folder named as the database stays as it is', async () => {
  const command = createCommandLine()
  const folder = join(makeFolder(), 'folder')
  mkdirSync(folder, { mode: 0o755 })
  const { exitCode } = await command.run(['spaces', 'list'], {
    environment: { DATABASE_URL: `sqlite:${folder}` },
  })
  expect(exitCode).toBe(1)
  expect(statSync(folder).mode & 0o777).toBe(0o755)
})

testOnSqlite('a backup of a database that does not exist is refused, and makes none', async () => {
  const command = createCommandLine()
  const target = join(makeFolder(), 'copy.db')
  const { exitCode, stderr } = await command.run(['backup', target])
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Is DATABASE_URL right?')])
  expect([existsSync(target), existsSync(command.databaseFile)]).toEqual([false, false])
})

test('the secret of a new key stands alone on standard output', async () => {
  const command = createCommandLine()
  await command.run(['spaces', 'create', 's'])
  const { stdout, stderr } = await command.run(['keys', 'create', '--space', 's', '--name', 'n'])
  expect(stdout).toMatch(/^flst_[0-9A-Za-z]{38}\n$/)
  expect(stderr).not.toContain(stdout.trim())
})

test('a list of all keys tells whose each one is', async () => {
  const command = createCommandLine()
  for (const space of ['first', 'second']) {
    await command.run(['spaces', 'create', space])
    await command.run(['keys', 'create', '--space', space, '--name', `of ${space}`])
  }
  const { stdout } = await command.run(['keys', 'list'])
  expect(stdout).toMatch(/^SPACE +ID/)
  expect(stdout).toMatch(/^first .*of first/m)
  expect(stdout).toMatch(/^second .*of second/m)
})

test('help and version are one JSON value where that is asked for', async () => {
  const command = createCommandLine()
  for (const args of [['--help'], ['--version'], ['keys', 'create', '--help'], ['keys', '-h']]) {
    const { exitCode, stdout } = await command.run([...args, '--json'])
    expect([exitCode, Object.keys(JSON.parse(stdout) as object).length]).toEqual([0, 1])
  }
})
