// A gate in PostgreSQL: while it is closed, who writes certain rows waits, in the statement that writes them.
import { Client } from 'pg'
import { until } from '../until.ts'

const isWaiting =
  "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"

/** Rows that are inserted or updated with a condition on `written`, in SQL. */
export interface GatedRows {
  readonly table: 'entry' | 'publication' | 'query_posting'
  readonly event: 'insert' | 'update'
  readonly condition: string
  /** The gate is before each of the rows, in the middle of the statement, not behind the last one. */
  readonly isBeforeRow?: boolean
}

export class Gate {
  private constructor(readonly client: Client) {}

  static async build(url: string, rows: GatedRows): Promise<Gate> {
    const { table, event, condition, isBeforeRow = false } = rows
    const [when, written, level] = isBeforeRow
      ? ['before', '(select new.*) as written', 'for each row']
      : ['after', 'written', 'referencing new table as written for each statement']
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`
      create table gate (closed integer);
      create sequence gate_passed minvalue 0 start 1;
      select setval('gate_passed', 0);
      create function wait_at_gate() returns trigger language plpgsql as $$ begin
        if not exists (select 1 from ${written} where ${condition}) then
          return new;
        end if;
        while exists (select 1 from gate) loop
          perform pg_sleep(0.005);
        end loop;
        perform nextval('gate_passed');
        return new;
      end $$;
      create trigger gate ${when} ${event} on ${table} ${level} execute function wait_at_gate()`)
    return new Gate(client)
  }

  open(): Promise<unknown> {
    return this.client.query('delete from gate')
  }

  /** Begins something, and works while it waits at the gate, until that ends or opens the gate. Returns what was begun. */
  async holdUp<Result>(begin: () => Promise<Result>, work: () => Promise<unknown>): Promise<Result> {
    await this.client.query('insert into gate values (1)')
    const done = begin()
    await until(async () => (await this.client.query(isWaiting)).rows.length > 0)
    try {
      await work()
    } finally {
      await this.open()
    }
    return done
  }

  /** How many statements have written such rows, also where that was undone. */
  async countPassed(): Promise<number> {
    const { rows } = await this.client.query('select last_value from gate_passed')
    return Number(rows[0].last_value)
  }

  /** Until somebody waits for a row that another transaction has written. */
  async untilBlocked(): Promise<void> {
    const blocked = "select 1 from pg_locks where locktype = 'transactionid' and not granted"
    await until(async () => (await this.client.query(blocked)).rows.length > 0)
  }

  /** Ends the connection of who waits at the gate. */
  async endWaiting(): Promise<void> {
    // Between two sleeps it does not look asleep.
    const end = isWaiting.replace('select 1', 'select pg_terminate_backend(pid)')
    await until(async () => (await this.client.query(end)).rows.length > 0)
  }

  close(): Promise<void> {
    return this.client.end()
  }
}
