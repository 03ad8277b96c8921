// `npm run stress model-writers`: changes a model with many entries while others save, publish and read in the same
// process, first on SQLite, then on PostgreSQL.
import { modelRecords, runModelWriters } from '../model-writers.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines, runOnEngines } from '../space-on-engines.ts'

const about = 'Writers beside a change of a large model: how long they wait, and that none is rejected.'

const defaults = { entries: 50_000, 'every-ms': 10, ...bothEngines }

const changes = {
  'a field is renamed': [{ op: 'renameField', field: 'title', to: 'headline' }],
  'a field is added and filled': [
    { op: 'addField', field: { apiName: 'level', type: 'integer', default: 3 }, fill: true },
  ],
} as const

await runStressTest(about, defaults, (options, findings) =>
  runOnEngines(options, findings, async createSpace => {
    for (const [title, operations] of Object.entries(changes)) {
      findings.say(`${options.entries} entries, ${title}`)
      const space = await createSpace({ records: modelRecords(options.entries) })
      await runModelWriters({ space, operations }, options.entries, findings, options['every-ms'])
    }
  }),
)
