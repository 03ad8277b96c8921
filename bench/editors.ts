// Editors who save drafts by the management API, for the benchmark of authoring.
import type { ServerProcess } from './processes.ts'

const savesEveryMs = 1000

/** Sends requests of the management API; fails on any that is refused. */
export function createEditor(server: ServerProcess, key: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${server.url}/api/v1/${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<{ doc: { draftVersion: number } }>
  }
  const versions = new Map<string, number>()
  let count = 0
  return {
    list: (query: string) => send('GET', `entries?${query}`),
    /** Another title each time, based on the version that this editor has seen. */
    save: async (id: string) => {
      const seen = versions.get(id) ?? (await send('GET', `entries/${id}`)).doc.draftVersion
      const started = performance.now()
      const data = { title: `Saved ${++count} times` }
      const { doc } = await send('PATCH', `entries/${id}`, { draftVersion: seen, data })
      versions.set(id, doc.draftVersion)
      return performance.now() - started
    },
  }
}

export type Editor = ReturnType<typeof createEditor>

/** Each editor saves once a second, in an entry of their own, until `work` is done. */
export async function editDuring(
  work: Promise<unknown>,
  editor: Editor,
  ids: readonly string[],
): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  const over = work.then(end, end)
  let saves = 0
  const edit = async (id: string, index: number) => {
    // Spread over the second, as people are.
    for (let due = performance.now() + (index * savesEveryMs) / ids.length; ; due += savesEveryMs) {
      await Promise.race([over, Bun.sleep(Math.max(0, due - performance.now()))])
      if (isOver) return
      await editor.save(id)
      saves++
    }
  }
  await Promise.all(ids.map(edit))
  return saves
}
