// `npm run stress kills`: one server and its imports, killed repeatedly under load; then the same with a large space.
import { runKills } from '../kills.ts'
import { runStressTest } from '../runner.ts'

const about =
  'A server and imports, killed at any moment: acknowledged writes, imports and the time until ready.'

const defaults = { kills: 200, entries: 2500, 'large-kills': 10, 'large-entries': 100_000 }

await runStressTest(about, defaults, async (options, findings) => {
  if (options.kills > 0) await runKills(findings, { kills: options.kills, entries: options.entries })
  if (options['large-kills'] === 0) return
  const large = { kills: options['large-kills'], entries: options['large-entries'] }
  const ready = await runKills(findings, large)
  findings.claim(ready.max <= 5000, `ready within 5 s, with ${large.entries} entries`)
})
