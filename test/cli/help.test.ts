// How help is asked for, and how an unknown command is refused: `--help`, `-h` and `help` are the same.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createCommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const command = createCommandLine()

async function listCommands(): Promise<string[]> {
  const { stdout } = await command.run(['--help'])
  return [...stdout.matchAll(/^ {2}([a-z]\S*(?: \S+)?) {2,}\S/gm)].map(([, path]) => path!)
}

test('every command shows its help instead of doing anything, wherever that is asked for', async () => {
  const paths = await listCommands()
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const words = path.split(' ')
    const asked = [
      [...words, '-h'],
      ['help', ...words],
      [...words, 'one', '--nope', '--space', '--space', '', 'two', '--help', '--space'],
    ]
    const shown = await Promise.all(asked.map(args => command.run(args)))
    for (const [place, { exitCode, stdout, stderr }] of shown.entries()) {
      const usage = stdout.split('\n')[0]
      expect([asked[place], exitCode, stderr, usage]).toEqual([
        asked[place],
        0,
        '',
        expect.stringMatching(new RegExp(`^Usage: frontlist ${path}(?: |$)`)),
      ])
      expect(stdout).toBe(shown[0]!.stdout)
    }
  }
  expect(await Bun.file(command.databaseFile || '/none').exists()).toBe(false)
})

test('help of a group, of nothing and of help itself list commands', async () => {
  const group = await command.run(['keys', '--help'])
  for (const args of [
    ['help', 'keys'],
    ['keys', 'help'],
    ['keys', '-h'],
  ])
    expect(await command.run(args)).toEqual(group)
  expect((await command.run(['keys', 'help', 'create'])).stdout).toStartWith('Usage: frontlist keys create ')
  const overview = await command.run(['--help'])
  expect(overview.exitCode).toBe(0)
  for (const args of [['help'], ['-h'], ['help', 'help']]) expect(await command.run(args)).toEqual(overview)
})

test('words after -- are no options: they ask for neither help nor JSON', async () => {
  const { exitCode, stderr } = await command.run(['keys', 'revoke', '--', '--help'])
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('There is no API key --help.')])
  const { stdout } = await command.run(['keys', 'revoke', '--', '--json'])
  expect(stdout).toBe('')
})

test.each<[string, string[], string, string | null, string]>([
  ['a typo', ['typs'], 'typs', 'types', 'help'],
  ['a typo of a group', ['space', 'list'], 'space', 'spaces', 'help'],
  ['a command without its group', ['verify'], 'verify', 'assets verify', 'help'],
  [
    'a command of several groups',
    ['create'],
    'create',
    'one of spaces create, users create, keys create',
    'help',
  ],
  ['a typo in a group', ['keys', 'creat', '--space', 's'], 'creat', 'keys create', 'help keys'],
  ['what is like no command', ['nope'], 'nope', null, 'help'],
  ['what is like no command of its group', ['assets', 'sync'], 'sync', null, 'help assets'],
  ['the empty string', [''], '', null, 'help'],
])('%s is named, with what may be meant, with help or without', async (_, args, name, meant, help) => {
  const first = await command.run(args)
  expect([first.exitCode, first.stdout]).toEqual([2, ''])
  const suggestion = meant === null ? '' : `\n(Did you mean ${meant}?)`
  expect(first.stderr).toStartWith(`unknown command '${name}'${suggestion}\n\nUsage: frontlist `)
  expect(first.stderr).toEndWith(`\nSee frontlist ${help}.\n`)
  expect(await command.run(['help', ...args])).toEqual(first)
  expect(await command.run([...args, '--help'])).toEqual(first)
  const { stdout } = await command.run([...args, '--json'])
  expect(JSON.parse(stdout)).toEqual({ error: `unknown command '${name}'${suggestion}` })
})

test('wrong usage of a command refers to the help of that command', async () => {
  for (const [args, help] of [
    [['types'], 'help types'],
    [['assets', 'gc', 'x'], 'help assets gc'],
    [['publish', 'posts', '--space', 's'], 'help publish'],
    [['--all', 'types'], 'help'],
  ] as const) {
    const { exitCode, stderr } = await command.run(args)
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`\\nSee frontlist ${help}\\.\\n$`)),
    ])
  }
})
