// The part of the error table about drafts, models and variants.

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
