// The errors of assets.
import { Problem } from '../base/errors/errors.ts'

/** The same for an asset of another space and a missing one. */
export function assetNotFound(): Problem {
  return new Problem('asset_not_found', 'The space has no asset with this id.')
}

export function noImages(): Problem {
  return new Problem(
    'transform_unavailable',
    'This server does not resize pictures. Request the file without parameters.',
  )
}
