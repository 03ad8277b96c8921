// The checks before a commit, besides the tests, one step after another; stops at the first failure.
const steps: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['format and lint', ['npx', 'biome', 'check', '--error-on-warnings', '.']],
  ['types', ['npm', 'run', '-s', 'types']],
  ['generated files are fresh', [process.execPath, 'scripts/generate.ts', '--check']],
  ['packages, their licences and their bill of materials', ['npm', 'run', '-s', 'supply-chain']],
]

for (const [name, command] of steps) {
  process.stdout.write(`\n— ${name}: ${command.join(' ')}\n`)
  const { exitCode } = Bun.spawnSync([...command], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (exitCode !== 0) {
    process.stdout.write(`\nFailed: ${name}.\n`)
    process.exit(1)
  }
}
process.stdout.write('\nAll checks passed.\n')
