// types: the types of a space's models from the command line, the same as over HTTP.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../client/src/command/run-command.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { createCommandLine } from '../kit/process.ts'
import { runJson } from '../kit/running-command.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const records = [
  '{"type":"collection","apiName":"posts","name":"Posts","titleField":"lead","fields":[{"apiName":"title","type":"text","required":true},{"apiName":"lead","type":"text"},{"apiName":"next","type":"reference"}]}',
  '{"type":"collection","apiName":"authors","name":"Authors","fields":[{"apiName":"name","type":"text","query":false}]}',
]

test('the types of a space are those that its server gives', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const input = join(folder, 'in.ndjson')
  await Bun.write(input, records.join('\n'))
  await runJson(command, 'spaces', 'create', 'main')
  await runJson(command, 'import', input, '--space', 'main')
  const created = ['keys', 'create', '--space', 'main', '--name', 'types', '--scope', 'schema.read']
  const { key } = await runJson<{ key: string }>(command, ...created)

  const printed = await command.run(['types', '--space', 'main'])
  expect(printed.exitCode).toBe(0)
  expect(printed.stdout).toStartWith('// Made by frontlist-types. Do not edit.\n')
  expect(printed.stdout).toContain('export interface PostsData {\n')
  expect(await runJson(command, 'types', '--space', 'main')).toEqual({ types: printed.stdout })

  const server = await command.serve()
  const out: string[] = []
  const code = await runCommand(['--url', server.url], {
    ...{ key, write: text => void out.push(text), note: () => {} },
    ...{ wait: async () => {}, signal: new AbortController().signal },
  })
  await server.stop()
  expect(code).toBe(0)
  const named = await command.run(['types', '--space', 'main'], { environment: { PUBLIC_URL: server.url } })
  expect(named.stdout).toBe(out.join(''))

  const file = join(folder, 'src/frontlist.ts')
  const written = await command.run(['types', '--space', 'main', '--out', file])
  expect(written).toMatchObject({ exitCode: 0, stdout: `${file}: written.\n` })
  expect(readFileSync(file, 'utf8')).toBe(printed.stdout)
  const refused = await command.run(['types', '--space', 'main', '--out', join(input, 'x.ts')])
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toStartWith(`${join(input, 'x.ts')} cannot be written: `)
  expect((await command.run(['types', '--space', 'none'])).exitCode).toBe(1)
})
