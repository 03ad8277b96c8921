// The connection that hears what other nodes announce. It makes news come sooner; that it hears nothing is never taken
// for nothing having happened.
import pg from 'pg'
import { abandon, toClientConfig } from './pools.ts'

const retryMsMin = 100
const retryMsMax = 2000
const statementTimeoutMs = 2000

interface ListenerEvents {
  /** LISTEN has been answered: from here on nothing is missed. */
  readonly onListening: () => void
  readonly onLost: () => void
  readonly onNotification: (channel: string, payload: string) => void
}

/** Connects, and connects again for as long as it is not closed. */
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

  /** Gives up the connection, which may be cut off without a word, and makes another. */
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
