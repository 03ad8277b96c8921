// The errors of changing entries: a part of the error table.

export const authoringErrors = {
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
      'Another entry of the collection has this slug, in its draft or in what is live of it. `suggestion` is one that is free.',
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
    meaning: 'Nothing of the entry is live, so its draft cannot be set back to that.',
  },
  operations_refused: {
    status: 409,
    title: 'Operations refused',
    meaning:
      'At least one of the operations cannot be done, so nothing was changed. `errors` lists each with its place and its code.',
  },
} as const
