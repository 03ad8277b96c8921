// `npm run stress frameworks -- astro|next|sveltekit|nuxt|all`: the examples of the client, as their users copy
// them.
import { cleanUp } from '../../kit/cleanup.ts'
import { frameworks, runFrameworks } from '../frameworks.ts'
import { runStressTest } from '../runner.ts'

const about = 'The examples of the client, by framework or all: installed from npm, built and started.'

/** Each command of an example has a limit of its own; this is for what waits without one. */
const minutesMax = 20

const [name = 'all'] = process.argv.splice(2, process.argv[2]?.startsWith('-') ? 0 : 1)
const names = frameworks.filter(framework => name === 'all' || name === framework)
if (names.length === 0) {
  process.stderr.write(`Name one of ${frameworks.join(', ')}, or all.\n`)
  process.exit(2)
}

await runStressTest(about, {}, async (_options, findings) => {
  const timer = setTimeout(async () => {
    process.stderr.write(`Not finished after ${minutesMax} minutes.\n`)
    await cleanUp()
    process.exit(1)
  }, minutesMax * 60_000)
  try {
    await runFrameworks(names, findings)
  } finally {
    clearTimeout(timer)
    await cleanUp()
  }
})
