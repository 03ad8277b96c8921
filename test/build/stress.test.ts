// `npm run stress`: what it lists, what it starts, and what it says to a wrong name.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { listStressTests } from '../../scripts/stress-tests.ts'

const root = join(import.meta.dir, '../..')

function run(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'scripts/stress.ts', ...args], {
    cwd: root,
  })
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

test('without a name it lists every stress test, each with a sentence', () => {
  const tests = listStressTests()
  expect(tests.length).toBeGreaterThanOrEqual(17)
  const { exitCode, stdout, stderr } = run()
  expect([exitCode, stderr]).toEqual([0, ''])
  for (const { name, about } of tests) {
    expect(about).toMatch(/^[A-Z].{20,}\.$/)
    expect(stdout).toMatch(new RegExp(`^ +${name} +${RegExp.escape(about)}$`, 'm'))
  }
})

test('with a name it runs that one and passes on its options', () => {
  const { name, about } = listStressTests().find(each => each.name === 'kills')!
  const help = run(name, '--help')
  expect(help.exitCode).toBe(0)
  expect(help.stdout).toStartWith(about)
  expect(help.stdout).toContain('--large-kills')
  const { exitCode, stderr, stdout } = run(name, '--kills', 'many')
  expect(exitCode).not.toBe(0)
  expect(stderr + stdout).toContain('--kills must be a whole number.')
})

test('a wrong name is refused with the names that there are', () => {
  const { exitCode, stdout, stderr } = run('kill')
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toStartWith('No stress test is named "kill".')
  for (const { name } of listStressTests()) expect(stderr).toContain(` ${name} `)
})
