// Interprets a refused request: which paths are invalid, and why.
import { draftBytesMax } from '../../../../src/base/draft-size.ts'
import type { ApiProblem } from '../../../api/request.ts'
import { type Path, slugPath } from './draft-paths.ts'
import type { DraftStore } from './draft-store.ts'
import type { SentEdits } from './edits.ts'

/**
 * Returns `refused` if the server has named paths of the request: they wait for another value, and the rest is sent again.
 * Returns `several` if it has refused them together, so that only smaller requests can identify the invalid one.
 */
export function refusePaths(
  store: DraftStore,
  problem: ApiProblem,
  sent: SentEdits,
): 'refused' | 'several' | 'none' {
  const { status, code, detail, errors, members } = problem
  const refused = new Set<Path>()
  const refuse = (path: Path, message: string, suggestion: string | null) => {
    const edit = sent.get(path)
    if (!edit) return
    refused.add(path)
    store.refuse(path, { value: edit.value, message, suggestion, isLocal: false })
  }
  const paths = [...sent.keys()]
  let isShared = status === 413
  if (code === 'slug_taken') refuse(slugPath, detail, (members.suggestion as string | undefined) ?? null)
  for (const { name, message } of errors) {
    const pointer = name.startsWith('/') ? name : `/${name}`
    for (const path of paths) if (`${pointer}/`.startsWith(`${path}/`)) refuse(path, message, null)
    const below = paths.filter(path => path.startsWith(`${pointer}/`))
    if (below.length === 1) refuse(below[0]!, message, null)
    else if (below.length > 1) isShared = true
  }
  if (refused.size > 0) return 'refused'
  if (isShared && paths.length > 1) return 'several'
  if (status === 413) for (const path of paths) refuse(path, 'is larger than the server takes', null)
  return refused.size > 0 ? 'refused' : 'none'
}

/** Refuses values that exceed the maximum request size before they are sent. */
export function refuseTooLarge(store: DraftStore): void {
  for (const [path, { value }] of store.listSendable()) {
    if (!isTooLarge(value)) continue
    store.refuse(path, { value, message: 'is larger than 2 MiB', suggestion: null, isLocal: false })
  }
}

function isTooLarge(value: unknown): boolean {
  const json = JSON.stringify(value) ?? ''
  // A UTF-16 unit has at most three bytes in UTF-8.
  return json.length * 3 > draftBytesMax && new TextEncoder().encode(json).length > draftBytesMax
}
