// The connection that receives notifications of other nodes. It only delivers changes sooner; silence never means that
// nothing has changed.
import pg from 'pg'
import { abandon, toClientConfig } from './pools.ts'

const retryMsMin = 100
const retryMsMax = 2000
const statementTimeoutMs = 2000

interface ListenerEvents {
  /** Called when LISTEN has succeeded. From then on, no notification is missed. */
  readonly onListening: () => void
  readonly onLost: () => void
  readonly onNotification: (channel: string, payload: string) => void
}

/** Connects, and reconnects until it is closed. */
export class Listener {
  readonly #url: string
  readonly #channels: readonly string[]
  readonly #events: ListenerEvents
  #client: pg.Client | null = null
  #retryMs = retryMsMin
  #timer: ReturnType<typeof setTimeout> | null = null
  #isClosed = false

  constructor(url: string, channels: readonly string[], events: ListenerEvents) {
    this.#url = url
    this.#channels = channels
    this.#events = events
    void this.#connect()
  }

  /** Drops the connection, which may be silently broken, and opens another. */
  renew(): void {
    this.#lose(this.#client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    this.#timer = null
    if (this.#isClosed) return
    const client = new pg.Client(toClientConfig({ url: this.#url, name: 'listener', statementTimeoutMs }))
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload = '' }) => {
      if (this.#client === client) this.#events.onNotification(channel, payload)
    })
    try {
      await client.connect()
      for (const channel of this.#channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch {
      this.#lose(client)
      return
    }
    if (this.#client !== client) return
    this.#retryMs = retryMsMin
    this.#events.onListening()
  }

  #lose(client: pg.Client | null): void {
    if (client === null || this.#client !== client) return
    this.#client = null
    abandon(client)
    this.#events.onLost()
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#connect(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, retryMsMax)
  }
}
