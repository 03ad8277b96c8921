// `npm run stress memory`: a server of 100,000 posts, sent only requests it has not seen before, for half an hour.
import { measureMemory } from '../../../bench/memory.ts'
import { Workplace } from '../../../bench/workplace.ts'
import { claimMemory } from '../memory.ts'
import { runStressTest } from '../runner.ts'

const about = 'The memory of a server that gets only new requests, valid and invalid.'

const defaults = {
  posts: 100_000,
  requests: 1_000_000,
  minutes: 30,
  samples: 90,
  connections: 16,
  'cache-mib': 64,
}

await runStressTest(about, defaults, async (options, findings) => {
  const workplace = new Workplace()
  try {
    claimMemory(await measureMemory(workplace, options), findings)
  } finally {
    await workplace.close()
  }
})
