// The connection pools of a node to its primary. Each kind of work has its own, so that none waits for another.
import { BoundedPool, type ConnectionPool, endOnServer } from './pools.ts'
import { writerSettings } from './postgres-dialect.ts'

export interface Connections {
  readonly readers: ConnectionPool
  readonly writers: ConnectionPool
  /** Connections for queries for newer versions. */
  readonly watch: ConnectionPool
  readonly heartbeat: ConnectionPool
}

const readersMax = 10
const readTimeoutMs = 10_000
const writersMax = 5
/** The maximum wait for a connection, because writers of one space wait for each other. */
const writerWaitMsMax = 10_000
/** Statements of an import may take long. */
const writeTimeoutMs = 120_000
/** Two, so that the next query does not wait for a broken connection. */
const watchersMax = 2
const watchTimeoutMs = 1000

/**
 * A heartbeat is a notification: it queues behind commits that wait for their standby, where statement timeouts do not
 * apply. It must not wait for a standby itself, or it would delay the others.
 */
const heartbeatSettings = `set lock_timeout = ${watchTimeoutMs}; set synchronous_commit = off`

export function connectionsTo(url: string): Connections {
  const watching = { url, statementTimeoutMs: watchTimeoutMs, connectTimeoutMs: watchTimeoutMs }
  return {
    readers: new BoundedPool({
      url,
      name: 'reads',
      settings: `set default_transaction_read_only = on; ${endOnServer(readTimeoutMs)}`,
      max: readersMax,
      statementTimeoutMs: readTimeoutMs,
    }),
    writers: new BoundedPool({
      url,
      name: 'writes',
      settings: writerSettings,
      max: writersMax,
      waitMsMax: writerWaitMsMax,
      statementTimeoutMs: writeTimeoutMs,
    }),
    watch: new BoundedPool({ ...watching, name: 'watch', max: watchersMax }),
    heartbeat: new BoundedPool({ ...watching, name: 'heartbeat', max: 1, settings: heartbeatSettings }),
  }
}
