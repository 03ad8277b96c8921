// Writers that save drafts by the management API: each acknowledged save must be in the database, and one that was not
// acknowledged is there whole or not at all.
import type { StressNode } from './node-process.ts'
import type { Deployment, Managing } from './owned-space.ts'
import { pollOnce } from './poller.ts'
import type { Promises, Write } from './promises.ts'

interface SavedDraft {
  readonly draftVersion: number
  readonly data: { readonly text: string; readonly next: { readonly id: string } | null }
}

/** Both fields of a save tell which one it is. */
const contentOf = (save: number) => ({ text: `Draft ${save}`, next: { id: `note-${save % 10}` } })
const saveOf = (text: string) => Number(/^Draft (\d+)$/.exec(text)?.[1] ?? 0)

/** Saves one entry repeatedly, each time with a greater number; no other writer may change it. */
export function draftSaving(fleet: Managing, node: StressNode, entry: string): Write {
  const path = `/api/v1/entries/${entry}`
  let known: SavedDraft | null = null
  return async ({ drafts }) => {
    if (known === null) {
      const read = await pollOnce(() => fleet.manage(node, 'GET', path))
      if (read.status !== 200) return read
      known = (JSON.parse(read.text) as { doc: SavedDraft }).doc
    }
    const save = saveOf(known.data.text) + 1
    const body = { draftVersion: known.draftVersion, data: contentOf(save) }
    const sent = await pollOnce(() => fleet.manage(node, 'PATCH', path, body))
    known = null
    if (sent.status !== 200) return sent
    known = (JSON.parse(sent.text) as { doc: SavedDraft }).doc
    drafts.set(entry, save)
    return sent
  }
}

/** Acknowledged saves that are missing, and saves that are there in part, as text. */
export async function findLostDrafts(
  fleet: Pick<Deployment, 'sql'>,
  all: readonly Promises[],
): Promise<string[]> {
  const rows = await fleet.sql<{ id: string; data: string; versions: number }>(
    `select id, data, (select count(*) from entry_version
      where entry_version.entry = entry.id and entry_version.draft_version = entry.draft_version) as versions
    from entry where collection = 'notes'`,
  )
  const stored = new Map(rows.map(row => [row.id, row]))
  const saved = new Map<string, number>()
  for (const [entry, save] of all.flatMap(({ drafts }) => [...drafts])) {
    saved.set(entry, Math.max(save, saved.get(entry) ?? 0))
  }
  return [...saved].flatMap(([entry, save]) => {
    const row = stored.get(entry)
    const data = JSON.parse(row?.data ?? '{"text":""}') as SavedDraft['data']
    const there = saveOf(data.text)
    if (there < save) return [`draft ${save} of ${entry}`]
    const isWhole = Bun.deepEquals({ ...data }, contentOf(there)) && Number(row?.versions) === 1
    return isWhole ? [] : [`a part of draft ${there} of ${entry}`]
  })
}
