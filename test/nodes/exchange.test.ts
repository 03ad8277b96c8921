// Nodes come and go under load. The long form is `npm run rig:exchange`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { runExchange } from '../rigs/exchange.ts'
import { Findings } from '../rigs/rig.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(120_000)

describeOnPostgres('three nodes under load', () => {
  test('answer every request, and rightly, while one is killed, one is stopped and others take their place', async () => {
    const findings = new Findings()
    await runExchange(findings, 1)
    expect(findings.broken).toEqual([])
  })
})
