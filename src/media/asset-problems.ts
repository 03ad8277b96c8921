// The errors of assets.
import { Problem } from '../base/errors.ts'

/** The error for a missing asset and for an asset of another space, which clients must not be able to tell apart. */
export function assetNotFound(): Problem {
  return new Problem('asset_not_found', 'The space has no asset with this id.')
}

export function noImages(): Problem {
  return new Problem(
    'transform_unavailable',
    'This server does not resize pictures. Request the file without parameters.',
  )
}
