// The error codes of files and of authoring, which are part of the error table.

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

export const authoringErrors = {
  version_not_found: {
    status: 404,
    title: 'Version not found',
    meaning: 'The entry has no such version, or it is no longer kept.',
  },
  draft_conflict: {
    status: 409,
    title: 'Draft conflict',
    meaning:
      'Someone else has changed the draft since the `draftVersion` that the request names. Nothing was changed. `paths` says what is different now; read the entry and try again with its `draftVersion`.',
  },
  entry_exists: {
    status: 409,
    title: 'Entry exists',
    meaning: 'The space has an entry with this id and other content. Change that one, or send another id.',
  },
  slug_taken: {
    status: 409,
    title: 'Slug taken',
    meaning:
      'Another entry of the collection has this slug, in its draft or as published. `suggestion` is one that is free.',
  },
  singleton_exists: {
    status: 409,
    title: 'Singleton exists',
    meaning: 'The collection holds one entry at most, and has one. Change that one.',
  },
  entry_archived: {
    status: 409,
    title: 'Entry archived',
    meaning: 'An archived entry cannot be changed. Unarchive it first.',
  },
  entry_not_archived: {
    status: 409,
    title: 'Entry not archived',
    meaning: 'Only archived entries can be deleted for good. Archive it first.',
  },
  entry_not_live: {
    status: 409,
    title: 'Entry not live',
    meaning: 'The entry is not published, so its draft cannot be set back to the published version.',
  },
  operations_refused: {
    status: 409,
    title: 'Operations refused',
    meaning:
      'At least one of the operations failed, so nothing was changed. `errors` lists each with its place and its code.',
  },
  variant_not_found: {
    status: 404,
    title: 'Variant not found',
    meaning: 'The space has no variant with this id.',
  },
  view_not_found: {
    status: 404,
    title: 'View not found',
    meaning: 'The space has no view with this id that the user may see.',
  },
  preview_link_not_found: {
    status: 404,
    title: 'Preview link not found',
    meaning: 'The space has no shared link to a preview with this id.',
  },
  too_many_preview_links: {
    status: 409,
    title: 'Too many preview links',
    meaning:
      'A space has at most 1,000 active links to previews, and a session at most 100 previews of its own. `detail` says how to make room.',
  },
  too_many_views: {
    status: 409,
    title: 'Too many views',
    meaning:
      'A collection has at most 50 shared views, and each member at most 50 of their own in it. Delete one first.',
  },
  collection_exists: {
    status: 409,
    title: 'Collection exists',
    meaning:
      'The space has a collection of this API name with another model. Sending the same model again is not an error.',
  },
  collection_in_use: {
    status: 409,
    title: 'Collection in use',
    meaning:
      'The collection has entries, archived ones included, or a reference field of another collection names it. `detail` says which.',
  },
  variant_exists: {
    status: 409,
    title: 'Variant exists',
    meaning: 'The space has a variant with this id and another name or kind.',
  },
  variant_in_use: {
    status: 409,
    title: 'Variant in use',
    meaning: 'Entries have values for this variant, in their drafts or published. Remove them first.',
  },
  model_conflict: {
    status: 409,
    title: 'Model conflict',
    meaning:
      'The model has changed since the `modelVersion` that was sent. `modelVersion` of the response is the current one. Fetch the model and send the change again.',
  },
  model_change_loses: {
    status: 409,
    title: 'Model change loses values',
    meaning:
      'The change would lose values, and nothing was changed. `report` lists them by field and reason. To accept the loss, send `acceptLosses: true`.',
  },
  model_change_too_large: {
    status: 409,
    title: 'Model change too large',
    meaning:
      'A request changes the model of at most 50,000 entries. `frontlist model apply` changes any number of them.',
  },
} as const
