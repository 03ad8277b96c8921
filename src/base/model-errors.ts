// The part of the error table about models and variants.

export const modelErrors = {
  variant_not_found: {
    status: 404,
    title: 'Variant not found',
    meaning: 'The space has no variant with this id.',
  },
  singleton_exists: {
    status: 409,
    title: 'Singleton exists',
    meaning:
      'The collection is a singleton, which holds one entry at most, and there is one or more already.',
  },
  collection_exists: {
    status: 409,
    title: 'Collection exists',
    meaning:
      'The space has a collection of this API name with another model. Sending the same model again is no error.',
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
      'The change would lose values, and nothing was changed. `report` lists them by field and reason. Send `acceptLosses: true` if they may go.',
  },
  model_change_too_large: {
    status: 409,
    title: 'Model change too large',
    meaning:
      'A request changes the model of at most 50,000 entries. `frontlist model apply` changes any number of them.',
  },
} as const
