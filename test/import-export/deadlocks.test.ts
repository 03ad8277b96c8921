// On PostgreSQL one statement of an import writes many rows before the import has the lock. A request that changes two of
// these rows in reverse order could deadlock with the import. The import gives up its statement, and the request succeeds.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { Gate } from '../kit/database/gate.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const post = (id: string): ImportRecord => ({
  ...{ type: 'entry', collection: 'posts', id, liveData: { title: 'imported' } },
})
const imported = [...model, post('a'), post('b'), post('c')]

describeOnPostgres('an import is never half of a deadlock', () => {
  // PostgreSQL would look for one a second after the wait has begun, and end the request.
  test.each([50, 600])('with who has waited for %p ms', async ms => {
    const api = await openAuthoring([])
    // As if there were thousands of rows between the first and the last one.
    const rows = { table: 'entry', event: 'insert', condition: "id = 'b'", isBeforeRow: true } as const
    const gate = await Gate.build(api.space.url, rows)
    const operations = ['c', 'a'].map(id => ({
      ...{ op: 'create', id, collection: 'posts', data: { title: 'mine' } },
    }))
    const begin = () => importBeside(api.space, imported, async () => {})
    const { report } = await gate.holdUp(begin, async () => {
      const sent = api.ask('owner', 'POST', '/operations', { operations })
      await gate.untilBlocked()
      await Bun.sleep(ms)
      await gate.open()
      expect((await sent).status).toBe(200)
    })
    await gate.close()
    expect(report).toMatchObject({ created: 1, changed: 2 })
    await expectInvariants(api.space)
  })
})
