// The shape of the command line: every command's help, its exit codes, and what is written where.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { createCommandLine, type Finished } from '../kit/command/process.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const goodFile = join(import.meta.dir, '../../src/demo/demo.ndjson')

const words = [
  'serve',
  'spaces create',
  'spaces list',
  'keys create',
  'keys list',
  'keys revoke',
  'import',
  'export',
  'publish',
  'unpublish',
  'model apply',
  'backup',
  'migrate',
  'doctor',
]

describe('--help', () => {
  test('shows every command, and each shows its own, without touching a database or the configuration', async () => {
    const command = createCommandLine()
    const environment = { DATABASE_URL: 'mysql://nowhere', PORT: 'x' }
    const overview = await command.run(['--help'], { environment })
    expect([overview.exitCode, overview.stderr]).toEqual([0, ''])
    const helps: Finished[] = []
    for (const word of words) helps.push(await command.run([...word.split(' '), '--help'], { environment }))
    helps.forEach(({ exitCode, stdout, stderr }, place) => {
      expect([words[place], exitCode, stderr]).toEqual([words[place], 0, ''])
      expect(overview.stdout).toContain(`\n  ${words[place]} `)
      expect(stdout).toStartWith(`Usage: frontlist ${words[place]}`)
      expect(stdout).toContain('--json')
      expect(stdout).not.toMatch(/ \n/)
    })
    expect(await Bun.file(command.databaseFile).exists()).toBe(false)
  })

  test('of a group shows its commands, and no others', async () => {
    const { stdout, stderr, exitCode } = await createCommandLine().run(['users', '--help'])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toStartWith('Usage: frontlist users COMMAND')
    expect(stdout).toContain('\n  users reset-password ')
    expect(stdout).not.toContain('spaces create')
  })

  test('--version tells the version', async () => {
    const { stdout, exitCode } = await createCommandLine().run(['--version'])
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/)])
  })
})

describe('wrong usage is exit code 2, is reported on standard error, and makes no database', () => {
  test.each<[string, string[], RegExp]>([
    ['no command', [], /Usage: frontlist COMMAND/],
    ['an unknown command', ['sync'], /unknown command 'sync'[\s\S]* {2}spaces list/],
    [
      'keys alone',
      ['keys'],
      /^Usage: frontlist keys COMMAND[\s\S]* {2}keys create +Creates[\s\S]*keys revoke/,
    ],
    ['users alone', ['users'], /^Usage: frontlist users COMMAND[\s\S]* {2}users create[\s\S]*users set-role/],
    [
      'spaces alone',
      ['spaces'],
      /^Usage: frontlist spaces COMMAND[\s\S]* {2}spaces create[\s\S]*spaces list/,
    ],
    [
      'half a command with an option',
      ['keys', '--space', 's'],
      /'--space'[\s\S]*Usage: frontlist keys COMMAND/,
    ],
    [
      'an unknown second word',
      ['keys', 'delete', 'x'],
      /unknown command 'delete'[\s\S]*Usage: frontlist keys COMMAND/,
    ],
    ['an option before the command', ['--all', 'spaces', 'list'], /unknown option '--all'/],
    ['an unknown option', ['spaces', 'list', '--all'], /--all/],
    ['an unknown short option', ['migrate', '-f'], /-f/],
    ['an option of another command', ['export', '--space', 's', '--prune'], /--prune/],
    ['a value for a flag', ['serve', '--demo=yes'], /--demo/],
    ['an option without its value', ['export', '--space'], /--space/],
    [
      'an option given twice',
      ['keys', 'create', '--space', 's', '--name', 'a', '--name', 'b'],
      /^Option '--name <N>' is given twice/i,
    ],
    [
      'an option with choices given twice',
      ['import', 'x', '--space', 's', '--format=ndjson', '--format=contentful'],
      /'--format <ndjson\|contentful>' is given twice/,
    ],
    ['an argument too many', ['spaces', 'list', 'x'], /too many arguments/],
    ['an argument too many of two', ['backup', 'a', 'b'], /too many arguments/],
    ['spaces create without a slug', ['spaces', 'create'], /SLUG/],
    ['keys create without --space', ['keys', 'create', '--name', 'n'], /required option '--space <SLUG>'/],
    ['keys create without --name', ['keys', 'create', '--space', 's'], /required option '--name <N>'/],
    ['keys revoke without an id', ['keys', 'revoke'], /ID/],
    ['import without a file', ['import', '--space', 's'], /FILE/],
    ['import without --space', ['import', 'x.ndjson'], /--space/],
    [
      'import of an unknown format',
      ['import', 'x', '--space', 's', '--format', 'csv'],
      /--format.*ndjson, contentful/,
    ],
    ['export without --space', ['export'], /required option '--space <SLUG>'/],
    ['publish without an address', ['publish', '--space', 's'], /COLLECTION\/SLUG/],
    ['unpublish without --space', ['unpublish', 'a/b'], /--space/],
    ['backup without a file', ['backup'], /FILE/],
    ['migrate with an argument', ['migrate', 'up'], /too many arguments/],
    ['serve with an argument', ['serve', 'demo'], /too many arguments/],
    ['publish of what is no path', ['publish', '--space', 's', 'posts'], /COLLECTION\/SLUG, not posts/],
    ['a bad slug of a space', ['spaces', 'create', 'Not OK'], /cannot be the slug/],
    ['a space without a name', ['spaces', 'create', 'x', '--name', ' '], /'--name <N>' is empty/],
    [
      'an unknown scope',
      ['keys', 'create', '--space', 's', '--name', 'n', '--scope', 'content.admin'],
      /--scope has unknown scopes: content\.admin/,
    ],
    [
      'scopes of both kinds',
      [
        ...['keys', 'create', '--space', 's', '--name', 'n'],
        ...['--scope', 'content.read', '--scope', 'content.write'],
      ],
      /--scope must be either delivery scopes \(.*\) or management scopes \(.*\) or preview scopes \(.*\), of one kind only/,
    ],
    [
      'an expiry that is no time',
      ['keys', 'create', '--space', 's', '--name', 'n', '--expires-at', 'null'],
      /--expires-at must be an RFC 3339 time in the future .*, or never\./,
    ],
    [
      'an expiry in the past',
      ['keys', 'create', '--space', 's', '--name', 'n', '--expires-at', '2020-01-01T00:00:00Z'],
      /future/,
    ],
    [
      'a key name of 101 characters',
      ['keys', 'create', '--space', 's', '--name', 'é'.repeat(101)],
      /--name must have 1 to 100/,
    ],
    ['users create without an e-mail', ['users', 'create', '--space', 's', '--role', 'owner'], /--email/],
  ])('%s', async (_, args, message) => {
    const command = createCommandLine()
    const { exitCode, stdout, stderr } = await command.run(args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(await Bun.file(command.databaseFile).exists()).toBe(false)
  })

  test('with --json the error is one JSON value on standard output', async () => {
    const { exitCode, stdout, stderr } = await createCommandLine().run(['export', '--json'])
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      2,
      { error: "required option '--space <SLUG>' not specified" },
    ])
    expect(stderr).toContain("required option '--space <SLUG>' not specified")
  })
})

const backups: [string, string[], RegExp][] = [
  ['a backup over a file', ['backup', import.meta.path], /already exists/],
  ['a backup into a missing folder', ['backup', '/no/such/folder/b.db'], /folder/],
  [
    'a backup below a file',
    ['backup', join(import.meta.path, 'b.db')],
    /b\.db cannot be written \(ENOTDIR\)/,
  ],
  ['a backup where nothing can be written', ['backup', '/proc/b.db'], /\/proc\/b\.db cannot be written/],
]
const onServers: typeof backups = [['a backup of PostgreSQL', ['backup', 'copy.db'], /pg_dump/]]

describe('what cannot be done is exit code 1, with the reason and no stack', () => {
  test.each<[string, string[], RegExp]>([
    ['a space that is there', ['spaces', 'create', 'here'], /the space here already exists/i],
    ['a key for a missing space', ['keys', 'create', '--space', 'no', '--name', 'n'], /no space no/],
    ['a list of a missing space', ['keys', 'list', '--space', 'no'], /no space no/],
    ['a missing key', ['keys', 'revoke', 'no'], /no API key no/],
    ['a missing file', ['import', '/no/such.ndjson', '--space', 'here'], /no file/],
    ['a folder as the file', ['import', '/tmp', '--space', 'here'], /not a regular file/],
    ['an import into a missing space', ['import', goodFile, '--space', 'no'], /no space no/],
    ['a file of another kind', ['import', import.meta.path, '--space', 'here'], /looks like plain text/],
    [
      'a file that is no Contentful export',
      ['import', goodFile, '--space', 'here', '--format', 'contentful'],
      /not a Contentful export/,
    ],
    ['an export of a missing space', ['export', '--space', 'no'], /no space no/],
    [
      'publishing what is missing',
      ['publish', '--space', 'here', 'a/b', 'c/d'],
      /a\/b: [\s\S]*c\/d: not found in this space/,
    ],
    ['unpublishing what is missing', ['unpublish', '--space', 'here', 'a/b'], /not found in this space/],
    ['publishing in a missing space', ['publish', '--space', 'no', 'a/b'], /no space no/],
    ...(testEngine === 'sqlite' ? backups : onServers),
  ])('%s', async (_, args, message) => {
    const command = await prepared()
    const { exitCode, stdout, stderr } = await command.run([...args, '--json'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at |Unexpected error/)
    expect(JSON.parse(stdout)).toMatchObject({ error: expect.any(String) })
  })

  test('a bad file tells each error with its line, as text and as JSON', async () => {
    const command = await prepared()
    const file = join(makeFolder(), 'bad.ndjson')
    await Bun.write(
      file,
      '{"type":"collection","apiName":"p","name":"P","fields":[]}\n{\n{"type":"entry","collection":"p","id":"a","data":{"x":1}}\n',
    )
    const { stdout, stderr } = await command.run(['import', file, '--space', 'here', '--json'])
    expect(stderr).toMatch(/2 errors[\s\S]*line 2: [\s\S]*line 3: .*"x"/)
    expect(JSON.parse(stdout)).toMatchObject({ faults: [{ where: 'line 2' }, { where: 'line 3' }] })
  })
})

let shared: ReturnType<typeof createCommandLine> | null = null

async function prepared() {
  if (shared) return shared
  shared = createCommandLine()
  await shared.run(['spaces', 'create', 'here'])
  return shared
}
