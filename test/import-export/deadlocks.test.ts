// On PostgreSQL one statement of an import writes many rows before its lock. Who changes two of them in one request, the later
// one first, would wait for the import and the import for them: the import gives way, and they notice nothing.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { Client } from 'pg'
import type { ImportRecord } from '../../src/import-export/records.ts'
import { model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/tables.ts'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { until } from '../kit/until.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const post = (id: string): ImportRecord => ({
  ...{ type: 'entry', collection: 'posts', id, liveData: { title: 'imported' } },
})
const imported = [...model, post('a'), post('b'), post('c')]

/** In the middle of a statement, before `b`, as if there were thousands of rows, while a row is in this table. */
const slowStatement = `
  create table gate (closed integer);
  insert into gate values (1);
  create function wait_at_gate() returns trigger language plpgsql as $$ begin
    while new.id = 'b' and exists (select 1 from gate) loop
      perform pg_sleep(0.005);
    end loop;
    return new;
  end $$;
  create trigger gate before insert on entry for each row execute function wait_at_gate()`

const isSlow = "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
const isWaiting = "select 1 from pg_locks where locktype = 'transactionid' and not granted"

describeOnPostgres('an import is never half of a deadlock', () => {
  // PostgreSQL would look for one a second after the wait has begun, and end the request.
  test.each([50, 600])('with who has waited for %p ms', async ms => {
    const api = await openAuthoring([])
    const client = new Client({ connectionString: api.space.url })
    await client.connect()
    await client.query(slowStatement)
    const has = async (query: string) => (await client.query(query)).rows.length > 0
    const done = importBeside(api.space, imported, async () => {})
    await until(() => has(isSlow))
    const operations = ['c', 'a'].map(id => ({
      ...{ op: 'create', id, collection: 'posts', data: { title: 'mine' } },
    }))
    const sent = api.ask('owner', 'POST', '/operations', { operations })
    await until(() => has(isWaiting))
    await Bun.sleep(ms)
    await client.query('delete from gate')
    const { status } = await sent
    const { report } = await done
    await client.end()
    expect(status).toBe(200)
    expect(report).toMatchObject({ created: 1, changed: 2 })
    await expectInvariants(api.space)
  })
})
