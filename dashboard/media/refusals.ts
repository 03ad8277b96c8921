// Explains why the server refused a change of a file. No React here.
import { ApiProblem } from '../api/request.ts'

/** Returns undefined if the server's own message is sufficient. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  if (error.status === 403)
    return 'Published or scheduled content shows this file, so changing it requires the right to publish. Ask an editor.'
  return error.code === 'asset_not_found' ? 'The file was deleted meanwhile.' : undefined
}
