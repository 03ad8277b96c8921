// The columns of an entry that say nothing about its content, for tests that insert rows.
export const newDraft = {
  draft_version: 1,
  path_versions: '{}',
  search: '',
  problems: 0,
  state: 'draft',
  created_at: 0,
  updated_at: 0,
} as const
