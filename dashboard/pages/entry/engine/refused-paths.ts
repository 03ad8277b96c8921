// What the server says about a request that it does not take: which paths are wrong, and why.
import type { ApiProblem } from '../../../api/request.ts'
import { type Path, slugPath } from './draft-paths.ts'
import type { DraftStore } from './draft-store.ts'
import type { SentEdits } from './edits.ts'

/** Whether the server has named any of the paths that were sent. They wait for another value; the others are sent again. */
export function refusePaths(store: DraftStore, problem: ApiProblem, sent: SentEdits): boolean {
  const { code, detail, errors, members } = problem
  let found = false
  const refuse = (path: Path, message: string, suggestion: string | null) => {
    const edit = sent.get(path)
    if (!edit) return
    found = true
    store.refuse(path, { value: edit.value, message, suggestion, isLocal: false })
  }
  if (code === 'slug_taken') refuse(slugPath, detail, (members.suggestion as string | undefined) ?? null)
  for (const { name, message } of errors) {
    const pointer = name.startsWith('/') ? name : `/${name}`
    const isAt = (path: Path) => `${pointer}/`.startsWith(`${path}/`) || path.startsWith(`${pointer}/`)
    for (const path of sent.keys()) if (isAt(path)) refuse(path, message, null)
  }
  return found
}
