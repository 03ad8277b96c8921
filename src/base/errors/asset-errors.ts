// The part of the error table about files and images.

export const assetErrors = {
  asset_not_found: {
    status: 404,
    title: 'Asset not found',
    meaning:
      'No published content of the space shows a file at this path; drafts, other spaces and missing files get the same response. In the management API: the space has no asset with this id.',
  },
  asset_in_use: {
    status: 409,
    title: 'Asset in use',
    meaning:
      'Entries use this asset: `uses` says how many, `usedBy` lists the first 100. Take it out of them, or send `force=1`: content then shows `null` in its place.',
  },
  asset_exists: {
    status: 409,
    title: 'Asset exists',
    meaning: 'The space has an asset with this id and another file. Replace its file, or send another id.',
  },
  asset_change_too_large: {
    status: 409,
    title: 'Asset change too large',
    meaning:
      'More than 50,000 published entries use this asset. Change it from the command line: `frontlist assets set`, `frontlist assets remove`.',
  },
  asset_too_large: {
    status: 413,
    title: 'Asset too large',
    meaning: 'The file is larger than `ASSET_BYTES_MAX` allows. `detail` says how many bytes that is.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    meaning: 'The file ends before the range begins. `Content-Range` says how long it is.',
  },
  image_unreadable: {
    status: 422,
    title: 'Image unreadable',
    meaning:
      'The picture cannot be decoded, or takes more than 10 seconds or 1 GiB of memory. The file itself is served without parameters.',
  },
  transform_unavailable: {
    status: 501,
    title: 'Transformation unavailable',
    meaning:
      'This server does not resize pictures: `IMAGE_WORKERS` is 0, or sharp is not installed. The file itself is served without parameters.',
  },
  store_unavailable: {
    status: 503,
    title: 'Store unavailable',
    meaning:
      'The file store cannot be reached: try again. Or, as `detail` says then, it does not belong to this database, which the operator of the server has to fix. Content is served as before.',
  },
} as const
