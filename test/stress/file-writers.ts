// One of many clients that change files until their server dies, and remember what it has acknowledged.
import type { FileServer } from '../kit/command/file-server.ts'

interface WrittenAsset {
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
  readonly #written = new Map<string, WrittenAsset>()
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
    for (const [id, written] of this.#written) {
      const response = await this.files.send('GET', `/assets/${id}/file`)
      const text = await response.text()
      const found = response.status === 404 ? null : text
      if (written.texts.includes(found)) written.texts = [found]
      else lost.push(`${id}: ${response.status} ${text.slice(0, 100)} and not ${written.texts.join(' or ')}`)
      if (found === null) this.#written.delete(id)
    }
    return lost
  }

  async #change(): Promise<boolean> {
    const [id, written] = this.#pick()
    if (written === null) return this.#upload(id)
    const [text] = written.texts
    const dice = Math.random()
    if (dice < 0.5) return this.#replace(id, written)
    if (dice < 0.65)
      return this.#try(written, [text!, null], () => this.files.send('DELETE', `/assets/${id}?force=1`))
    return this.#show(id, written)
  }

  #pick(): readonly [id: string, written: WrittenAsset | null] {
    const alive = [...this.#written].filter(([, { texts }]) => texts[0] !== null)
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
    const written = { texts: [null], draft: 0 }
    this.#written.set(id, written)
    return this.#try(written, [null, text], () =>
      this.files.send('POST', `/assets?filename=${id}.txt&id=${id}`, text),
    )
  }

  #replace(id: string, written: WrittenAsset): Promise<boolean> {
    const text = this.#newText()
    const send = () => this.files.send('PUT', `/assets/${id}/file`, text)
    return this.#try(written, [written.texts[0]!, text], send)
  }

  async #show(id: string, written: WrittenAsset): Promise<boolean> {
    const data = { cover: { id } }
    const { texts } = written
    if (written.draft === 0) {
      const entry = { id, collection: 'pictures', slug: id, data }
      written.draft = 1
      return this.#try(written, [texts[0]!], () => this.files.send('POST', '/entries', entry), [409])
    }
    // Its creation may have been cut off.
    const send = () => this.files.send('POST', `/entries/${id}/publish`, { draftVersion: 1 })
    return this.#try(written, [texts[0]!], send, [404])
  }

  /** `texts`: before the change, and after it if that is another. False once the server is gone. */
  async #try(
    written: WrittenAsset,
    texts: readonly (string | null)[],
    send: () => Promise<Response>,
    alsoRight: readonly number[] = [],
  ): Promise<boolean> {
    written.texts = [...texts]
    try {
      const response = await send()
      const text = await response.text()
      if (response.ok) this.acknowledged++
      // The same file is being removed, or the database is busy.
      else if (![503, ...alsoRight].includes(response.status))
        this.odd.push(`${response.status} ${text.slice(0, 200)}`)
      written.texts = [response.ok ? texts.at(-1)! : texts[0]!]
      return true
    } catch {
      this.cutOff++
      return false
    }
  }
}
