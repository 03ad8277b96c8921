// One of many clients that change files until their server dies, and remember what it has acknowledged.
import type { FileServer } from '../kit/file-server.ts'

interface Kept {
  /** The texts that the file may have: one, or two after a change whose response did not come; null: deleted. */
  texts: (string | null)[]
  /** The version of the entry that names it; 0 if there is none. */
  draft: number
}

/** Texts of several writers, so that the same bytes come and go at the same time. */
const sharedTexts = 4

export class FileWriter {
  acknowledged = 0
  cutOff = 0
  readonly odd: string[] = []
  readonly #kept = new Map<string, Kept>()
  #count = 0

  constructor(
    readonly files: FileServer,
    readonly index: number,
  ) {}

  /** Changes its files one after the other until the server is gone. */
  async work(): Promise<void> {
    while (await this.#change()) {}
  }

  /** Of a server that runs. What is found is true from then on. */
  async findLost(): Promise<string[]> {
    const lost: string[] = []
    for (const [id, kept] of this.#kept) {
      const response = await this.files.send('GET', `/assets/${id}/file`)
      const text = await response.text()
      const found = response.status === 404 ? null : text
      if (kept.texts.includes(found)) kept.texts = [found]
      else lost.push(`${id}: ${response.status} ${text.slice(0, 100)} and not ${kept.texts.join(' or ')}`)
      if (found === null) this.#kept.delete(id)
    }
    return lost
  }

  async #change(): Promise<boolean> {
    const [id, kept] = this.#pick()
    if (kept === null) return this.#upload(id)
    const [text] = kept.texts
    const dice = Math.random()
    if (dice < 0.5) return this.#replace(id, kept)
    if (dice < 0.65)
      return this.#try(kept, [text!, null], () => this.files.send('DELETE', `/assets/${id}?force=1`))
    return this.#show(id, kept)
  }

  #pick(): readonly [id: string, kept: Kept | null] {
    const alive = [...this.#kept].filter(([, { texts }]) => texts[0] !== null)
    const found = alive[Math.floor(Math.random() * 6)]
    return found ?? [`file-${this.index}-${++this.#count}`, null]
  }

  #newText(): string {
    const shared = Math.floor(Math.random() * sharedTexts * 2)
    if (shared < sharedTexts) return `shared ${shared}`
    return `file of ${this.index}: ${++this.#count} ${'text '.repeat(Math.random() * 20_000)}`
  }

  #upload(id: string): Promise<boolean> {
    const text = this.#newText()
    const kept = { texts: [null], draft: 0 }
    this.#kept.set(id, kept)
    return this.#try(kept, [null, text], () =>
      this.files.send('POST', `/assets?filename=${id}.txt&id=${id}`, text),
    )
  }

  #replace(id: string, kept: Kept): Promise<boolean> {
    const text = this.#newText()
    const send = () => this.files.send('PUT', `/assets/${id}/file`, text)
    return this.#try(kept, [kept.texts[0]!, text], send)
  }

  async #show(id: string, kept: Kept): Promise<boolean> {
    const data = { cover: { id } }
    const { texts } = kept
    if (kept.draft === 0) {
      const entry = { id, collection: 'pictures', slug: id, data }
      kept.draft = 1
      return this.#try(kept, [texts[0]!], () => this.files.send('POST', '/entries', entry), [409])
    }
    // Its creation may have been cut off.
    const send = () => this.files.send('POST', `/entries/${id}/publish`, { draftVersion: 1 })
    return this.#try(kept, [texts[0]!], send, [404])
  }

  /** `texts`: before the change, and after it if that is another. False once the server is gone. */
  async #try(
    kept: Kept,
    texts: readonly (string | null)[],
    send: () => Promise<Response>,
    alsoRight: readonly number[] = [],
  ): Promise<boolean> {
    kept.texts = [...texts]
    try {
      const response = await send()
      const text = await response.text()
      if (response.ok) this.acknowledged++
      // The same file is being removed, or the database is busy.
      else if (![503, ...alsoRight].includes(response.status))
        this.odd.push(`${response.status} ${text.slice(0, 200)}`)
      kept.texts = [response.ok ? texts.at(-1)! : texts[0]!]
      return true
    } catch {
      this.cutOff++
      return false
    }
  }
}
