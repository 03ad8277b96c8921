// `npm run stress authoring`: random authoring on a server that is killed again and again, on SQLite, then on PostgreSQL.
import { authoringRecords, runAuthoring } from '../authoring.ts'
import { startEmbedded } from '../embedded.ts'
import { startFleet } from '../fleet.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines } from '../space-on-engines.ts'

const about =
  'Random authoring on a server that is killed: nothing acknowledged is lost, nothing served changes.'

const defaults = { changes: 100_000, 'changes-per-life': 3300, ...bothEngines }

await runStressTest(about, defaults, async (given, findings) => {
  const options = { changes: given.changes, changesPerLife: given['changes-per-life'], random: Math.random }
  const engines = [
    ['SQLite', given.sqlite, () => startEmbedded({ records: authoringRecords })],
    ['PostgreSQL', given.postgres, () => startFleet({ nodes: 1, records: authoringRecords, durable: true })],
  ] as const
  for (const [title, isWanted, start] of engines) {
    if (isWanted === 0) continue
    findings.say(title)
    const deployment = await start()
    try {
      await runAuthoring(deployment, options, findings)
    } finally {
      await deployment.remove()
    }
  }
})
