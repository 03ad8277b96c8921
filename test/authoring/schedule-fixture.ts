// A space with two collections, keys of management, and the runs that a server would start.
import {
  createScheduleRuns,
  type RefusedSchedule,
} from '../../src/authoring/schedules/execute-due-schedules.ts'
import { type Database, query } from '../../src/database/database.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { historyOf } from '../kit/oracle/tables.ts'

export const posts = (title: object = {}) =>
  ({
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text', required: true, max: 80, ...title },
      { apiName: 'sku', type: 'text', unique: true },
    ],
  }) as ImportRecord

export const draft = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title: id },
  ...rest,
})

export interface Fixture {
  readonly space: TestSpace
  /** With a key of these scopes, P by default. */
  readonly send: (method: string, path: string, body?: object, scope?: string) => Promise<Sent>
  /** PUTs a schedule, with times in minutes from now. */
  readonly schedule: (
    id: string,
    publish: number | null,
    unpublish?: number | null,
    version?: number,
  ) => Promise<Sent>
  /** What a server does from time to time, after this many minutes. */
  readonly run: (minutes?: number) => Promise<void>
  readonly refused: RefusedSchedule[]
  readonly late: number[]
  readonly errors: unknown[]
}

export interface Sent {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export const minute = 60_000

export async function createFixture(records: readonly ImportRecord[]): Promise<Fixture> {
  const space = await createTestSpace({ records })
  const keys = new Map<string, string>()
  const keyOf = async (scope: string) => {
    const key = keys.get(scope) ?? (await space.makeKey({ scopes: [scope] })).key
    keys.set(scope, key)
    return key
  }
  // Made now, since tests compare tables before and after requests.
  await keyOf('content.publish')
  const send: Fixture['send'] = async (method, path, body, scope = 'content.publish') => {
    const response = await space.request(`/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await keyOf(scope)}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Sent['body'] }
  }
  const [refused, late, errors]: [RefusedSchedule[], number[], unknown[]] = [[], [], []]
  const runs = runsOn(space, space.database, {
    onDone: seconds => late.push(seconds),
    onRefused: one => refused.push(one),
    onError: error => errors.push(error),
  })
  return {
    space,
    send,
    schedule: (id, publish, unpublish = null, draftVersion = 1) =>
      send('PUT', `/entries/${id}/schedule`, {
        draftVersion,
        publishAt: timeIn(space, publish),
        unpublishAt: timeIn(space, unpublish),
      }),
    run: async (minutes = 0) => {
      space.time.now += minutes * minute
      await runs.start()
      await runs.drain()
    },
    refused,
    late,
    errors,
  }
}

export function timeIn({ time }: TestSpace, minutes: number | null): string | null {
  return minutes === null ? null : new Date(time.now + minutes * minute).toISOString()
}

interface Reports {
  readonly onDone: (late: number) => void
  readonly onRefused: (refused: RefusedSchedule) => void
  readonly onError: (error: unknown) => void
}

/** Those of one node, with a database handle of its own. */
export function runsOn({ space, time }: TestSpace, database: Database, reports: Reports) {
  return createScheduleRuns({
    ...reports,
    database,
    clock: () => time.now,
    listSpaces: async () => [{ id: space }],
  })
}

export function schedulesOf({ everything }: TestSpace) {
  return everything.all(query.selectFrom('schedule').selectAll().orderBy('entry'))
}

/** Version, time and slug of each publication of an entry. */
export async function publicationsOf(space: TestSpace, id: string) {
  return (await historyOf(space, id)).map(row => [
    row.version,
    (row.published_at - Date.parse('2026-06-01T00:00:00.000Z')) / minute,
    (JSON.parse(row.data) as { title?: string }).title,
    row.to_revision === null,
  ])
}
