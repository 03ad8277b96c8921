// model apply: changes of models from a file, by the command.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { createCommandLine } from '../kit/command/process.ts'
import { runJson, stateOf } from '../kit/command/running-command.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const records = [
  '{"type":"collection","apiName":"posts","name":"Posts","fields":[{"apiName":"title","type":"text"},{"apiName":"code","type":"text"}]}',
  '{"type":"collection","apiName":"pages","name":"Pages","fields":[{"apiName":"title","type":"text"}]}',
  '{"type":"entry","collection":"posts","id":"a","slug":"a","liveData":{"title":"A","code":"x"}}',
  '{"type":"entry","collection":"posts","id":"b","slug":"b","data":{"title":"B","code":"7"}}',
]

async function open() {
  const command = createCommandLine()
  const folder = makeFolder()
  const write = async (name: string, content: string | Uint8Array | object) => {
    const file = join(folder, name)
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    await Bun.write(file, isRaw ? content : JSON.stringify(content))
    return file
  }
  await command.run(['spaces', 'create', 'main'])
  await command.run(['import', await write('in.ndjson', records.join('\n')), '--space', 'main'])
  const apply = (file: string, ...options: string[]) =>
    command.run(['model', 'apply', file, '--space', 'main', ...options])
  return { command, write, apply }
}

test('a file changes several models at once, and says what changes', async () => {
  const { command, write, apply } = await open()
  const convert = { op: 'convertField', field: 'code', type: 'integer' }
  const file = await write('change.json', [
    { collection: 'posts', modelVersion: 1, operations: [convert] },
    {
      collection: 'pages',
      modelVersion: 1,
      operations: [{ op: 'addField', field: { apiName: 'lead', type: 'text' } }],
    },
  ])
  const before = await stateOf(command)

  const refused = await apply(file)
  expect({ code: refused.exitCode, out: refused.stdout }).toEqual({ code: 1, out: '' })
  expect(refused.stderr).toContain(
    'posts: values would be lost. Nothing was changed. To accept the loss, use --accept-losses.',
  )
  expect(refused.stderr).toContain('code: the value cannot be converted to integer, in 1 entry: a.')
  expect(await stateOf(command)).toEqual(before)

  const losses = [{ field: 'code', reason: 'the value cannot be converted to integer', count: 1, ids: ['a'] }]
  const posts = {
    collection: 'posts',
    modelVersion: 2,
    report: { drafts: 2, live: 1, losses, problems: [], readers: [expect.any(String)] },
  }
  const pages = {
    collection: 'pages',
    modelVersion: 2,
    report: { drafts: 0, live: 0, losses: [], problems: [], readers: [expect.any(String)] },
  }
  expect(await runJson(command, 'model', 'apply', file, '--space', 'main', '--dry-run')).toEqual({
    list: [posts, pages],
  })
  expect(await stateOf(command)).toEqual(before)

  const done = await apply(file, '--accept-losses')
  expect({ code: done.exitCode, out: done.stdout }).toEqual({
    code: 0,
    out: expect.stringContaining('posts: model version 2; 2 drafts and 1 live entry change.\n  Lost: code: '),
  })
  expect(await stateOf(command)).toMatchObject({ revision: 2, entries: 2, live: 1 })
  expect((await apply(file, '--accept-losses')).stderr).toContain('posts: The model is at version 2.')
})

test('a file that is no change is refused with what is wrong, and nothing changes', async () => {
  const { command, write, apply } = await open()
  const before = await stateOf(command)
  const change = {
    collection: 'posts',
    modelVersion: 1,
    operations: [{ op: 'removeField', field: 'nothing' }],
  }
  const cases: [content: string | object, ...texts: string[]][] = [
    ['no json', 'It must be JSON.'],
    [`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, 'It must not be nested deeper than 72 levels.'],
    [[], 'It must have a change.'],
    [{ collection: 'posts' }, '/modelVersion is missing.', '/operations is missing.'],
    [[change, { ...change, acceptLosses: true }], '/1/acceptLosses is unknown.'],
    [[change, change], 'It changes "posts" twice'],
    ['{"collection":"posts","collection":"pages"}', 'The key "collection" must be given only once.'],
    [change, 'posts: the change is invalid.', '/operations/0/field is not a field of the model.'],
    [{ ...change, collection: 'none' }, 'none: The space has no collection with this API name.'],
  ]
  for (const [index, [content, ...texts]] of cases.entries()) {
    const { exitCode, stdout, stderr } = await apply(await write(`bad-${index}.json`, content))
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    for (const text of texts) expect(stderr).toContain(text)
  }
  expect((await apply('/nowhere/change.json')).exitCode).toBe(1)
  const latin1 = Buffer.from(JSON.stringify({ ...change, collection: 'é' }), 'latin1')
  const refused = await apply(await write('latin1.json', latin1))
  expect(refused).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/latin1\.json is not UTF-8/),
  })
  expect(await stateOf(command)).toEqual(before)
})
