// `npm run stress` lists the stress tests; `npm run stress NAME` runs one with the options that follow its name. They
// take minutes to hours; the tests have a short form of each.
import { listStressTests } from './stress-tests.ts'

const usage = 'npm run stress NAME [-- OPTIONS]; `npm run stress NAME -- --help` lists the options of one.'

const [name, ...options] = process.argv.slice(2)
const tests = listStressTests()
const wanted = tests.find(test => test.name === name)
if (wanted) {
  const child = Bun.spawn([process.execPath, wanted.file, ...options], {
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  // Ctrl-C reaches both processes; the stress test cleans up, and this one waits for it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  process.exit(await child.exited)
}
const isHelp = name === undefined || name === '--help'
const width = Math.max(...tests.map(test => test.name.length))
const list = tests.map(test => `  ${test.name.padEnd(width)}  ${test.about}`).join('\n')
const problem = isHelp ? '' : `No stress test is named "${name}".\n\n`
const output = `${problem}${usage}\n\n${list}\n`
if (isHelp) process.stdout.write(output)
else process.stderr.write(output)
process.exitCode = isHelp ? 0 : 2
