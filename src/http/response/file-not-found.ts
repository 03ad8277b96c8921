// The error for paths of files that cannot be served. It is the same for a file that is not published, for one of
// another space and for one that never existed.
import { Problem } from '../../base/errors/errors.ts'

export function fileNotFound(): Problem {
  return new Problem('asset_not_found', 'No published content shows a file at this path.', {
    headers: { 'Access-Control-Allow-Origin': '*' },
  })
}
