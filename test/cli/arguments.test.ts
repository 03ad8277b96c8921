// Values of options and arguments that are missing or empty: each is named, and no command starts with it.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createCommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const command = createCommandLine()

async function expectRefused(args: readonly string[], message: string): Promise<void> {
  const { exitCode, stdout, stderr } = await command.run(args)
  expect([args, exitCode, stdout, stderr]).toEqual([args, 2, '', expect.stringContaining(message)])
  expect(stderr).toStartWith(message)
  expect(stderr).toContain('See frontlist help ')
}

const emptySpace = "option '--space <SLUG>' is empty: give it a value"

test('an empty --space is named by every command that takes one', async () => {
  const overview = await command.run(['--help'])
  const paths = [...overview.stdout.matchAll(/^ {2}([a-z]\S*(?: \S+)?) {2,}\S/gm)].map(([, path]) => path!)
  const helps = await Promise.all(paths.map(path => command.run([...path.split(' '), '--help'])))
  const takers = paths.filter((_, place) => /^ {2}--space /m.test(helps[place]!.stdout))
  expect(takers.length).toBeGreaterThan(15)
  for (const path of takers) await expectRefused([...path.split(' '), '--space', ''], emptySpace)
  await expectRefused(['types', '--space='], emptySpace)
  await expectRefused(['types', '--space', ' \t'], emptySpace)
})

test.each<[string, string[]]>([
  ['--email <E>', ['users', 'remove', '--email', '']],
  ['--name <N>', ['keys', 'create', '--space', 's', '--name=']],
  ['--name <N>', ['spaces', 'create', 's', '--name', '']],
  ['--scope <S>', ['keys', 'create', '--space', 's', '--name', 'n', '--scope', 'schema.read', '--scope', '']],
  ['--out <FILE>', ['types', '--space', 's', '--out', '']],
  ['--assets <DIR>', ['export', '--space', 's', '--assets', '']],
  ['--file <FILE>', ['assets', 'set', 'a', '--space', 's', '--file', '']],
  ['--to <STORE>', ['assets', 'copy', '--to', '']],
])('an empty %s is named: %p', async (flags, args) => {
  await expectRefused(args, `option '${flags}' is empty: give it a value`)
})

test.each<[string, string[]]>([
  ['FILE', ['import', '', '--space', 's']],
  ['FILE', ['model', 'apply', '', '--space', 's']],
  ['FILE', ['backup', '']],
  ['FILE', ['assets', 'add', 'a.gif', '', '--space', 's']],
  ['ID', ['keys', 'revoke', ' ']],
  ['ID', ['assets', 'remove', '', '--space', 's']],
  ['COLLECTION/SLUG', ['publish', '--space', 's', '']],
  ['SLUG', ['spaces', 'create', '']],
])('an empty %s is named: %p', async (name, args) => {
  await expectRefused(args, `argument '${name}' is empty: give it a value`)
})

test.each<[string, string[]]>([
  ['--space <SLUG>', ['types', '--space', '--json']],
  ['--space <SLUG>', ['types', '--space', '--out', 'x']],
  ['--name <N>', ['keys', 'create', '--space', 's', '--name', '--scope', 'schema.read']],
  ['--to <STORE>', ['assets', 'copy', '--to']],
])('an option in place of the value of %s is not taken for it: %p', async (flags, args) => {
  const { exitCode, stderr } = await command.run(args)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`option '${flags}' argument missing\n`)])
})

test('a value may begin with a hyphen', async () => {
  await command.run(['spaces', 'create', 's'])
  for (const name of ['-1', '--draft', '- a -']) {
    const { exitCode, stderr } = await command.run(['keys', 'create', '--space', 's', '--name', name])
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`The key "${name}"`)])
  }
})

test('a title and an alt text may be empty', async () => {
  await command.run(['spaces', 'create', 's'])
  const { stderr } = await command.run(['assets', 'set', 'a', '--space', 's', '--title', '', '--alt='])
  expect(stderr).toBe('The space has no asset with this id.\n')
})

test('assets set without anything to set says what can be set', async () => {
  await expectRefused(
    ['assets', 'set', 'a', '--space', 's'],
    'Nothing to change: give --title, --alt, --focal or --file.\n',
  )
})

test('options come after the command, and an error says so', async () => {
  for (const args of [
    ['--json', 'spaces', 'list'],
    ['keys', '--json', 'list'],
  ]) {
    const { exitCode, stderr } = await command.run(args)
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/^unknown option '--json'\n\(Options come after the whole command.\)\n/),
    ])
  }
})
