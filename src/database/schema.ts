// Kysely's types of the tables, with the meaning of their columns. Statements are in the `*.store.ts` of the modules.
import type { Generated } from 'kysely'
import type {
  CredentialTable,
  InvitationTable,
  MemberTable,
  SessionTable,
  SetupTokenTable,
  SignInFailureTable,
  UserTable,
} from './schema-accounts.ts'
import type {
  AssetFormerTable,
  AssetStoreTable,
  AssetTable,
  BlobTable,
  BlobUseTable,
  DraftAssetTable,
  PublicationAssetTable,
} from './schema-assets.ts'
import type {
  ActivityTable,
  DraftReferenceTable,
  EntryVersionTable,
  ListViewTable,
  LiveValueTable,
  ModelChangeTable,
  ScheduleTable,
  SpaceActivityTable,
  VariantTable,
} from './schema-authoring.ts'

/** Milliseconds since 1970. */
type Milliseconds = number
/** JSON stored as text, because `jsonb` would lose the order of keys. */
type JsonText = string

export interface Schema {
  space: SpaceTable
  collection: CollectionTable
  entry: EntryTable
  publication: PublicationTable
  publication_variant: PublicationVariantTable
  publication_reference: PublicationReferenceTable
  query_entry: QueryEntryTable
  query_posting: QueryPostingTable
  entry_version: EntryVersionTable
  draft_reference: DraftReferenceTable
  live_value: LiveValueTable
  schedule: ScheduleTable
  model_change: ModelChangeTable
  variant: VariantTable
  list_view: ListViewTable
  activity: ActivityTable
  space_activity: SpaceActivityTable
  blob: BlobTable
  blob_use: BlobUseTable
  asset_store: AssetStoreTable
  asset: AssetTable
  publication_asset: PublicationAssetTable
  draft_asset: DraftAssetTable
  asset_former: AssetFormerTable
  api_key: ApiKeyTable
  api_key_secret: ApiKeySecretTable
  key_revision: KeyRevisionTable
  preview_link: PreviewLinkTable
  user: UserTable
  credential: CredentialTable
  setup_token: SetupTokenTable
  session: SessionTable
  sign_in_failure: SignInFailureTable
  member: MemberTable
  invitation: InvitationTable
}

interface SpaceTable {
  id: string
  slug: string
  name: string
  /** Raised in the transaction of each change of published content, by one, or by more after a large import. */
  revision: number
  /** Raised by one in the transaction of each change of drafts, slugs or models. */
  content_revision: Generated<number>
  /** The revision at which models last changed. */
  model_revision: Generated<number>
  /** The next unused {@link QueryEntryTable.number}. */
  next_number: Generated<number>
  created_at: Milliseconds
  /** The sites that show drafts: a list of names and origins. */
  preview_sites: Generated<JsonText>
}

interface CollectionTable {
  space: string
  api_name: string
  name: string
  fields: JsonText
  /** Null means the first `text` field without `many`. */
  title_field: Generated<string | null>
  /** The title field and the fields that the query index was last written with; null if nothing is indexed yet. */
  indexed_model: Generated<string | null>
  /** `collection` or `component`. Components have no entries and no index. */
  kind: Generated<string>
  /** 1 for a new collection, and one more with each change of its model. */
  model_version: Generated<number>
  /** Model properties that concern only editors: `description`, `slugFrom`, `singleton`, `previewUrl`, `icon`. */
  settings: Generated<JsonText>
}

/** Drafts. The content API never reads this table. */
interface EntryTable {
  space: string
  id: string
  collection: string
  slug: string
  /** The draft: every field of the model, see content/values/stored-data.ts. */
  data: JsonText
  /** The draft's overlays by variant id, or null if there are none. */
  variants: JsonText | null
  /** Raised by one with each change of slug, data or variants. */
  draft_version: number
  /** The draft version that last changed each path, see entries/drafts/draft-paths.ts. */
  path_versions: JsonText
  /** Null if the draft has no title. */
  title: string | null
  /** The case-folded title, for sorting. */
  title_key: string | null
  /** The case-folded title and slug, for searching. */
  search: string
  /** The address in the first asset field that has one. */
  picture: string | null
  /** The number of problems that prevent the draft from being published. */
  problems: number
  /** `draft`, `live`, `changed` or `archived`, derived from the draft and the live publication. */
  state: string
  /** The time of the live publication; null if there is none. */
  published_at: Milliseconds | null
  created_at: Milliseconds
  created_by: JsonText | null
  /** The time of the last change of slug, data, variants or `archived_at`. */
  updated_at: Milliseconds
  updated_by: JsonText | null
  archived_at: Milliseconds | null
}

/** Published content, current and past. It is append-only: a change closes a row at a revision and opens another. */
interface PublicationTable {
  space: string
  entry: string
  from_revision: number
  /** Null while the row is live; otherwise the revision that ended it. Rows of unpublished entries remain. */
  to_revision: number | null
  collection: string
  slug: string
  version: number
  first_published_at: Milliseconds
  published_at: Milliseconds
  /** The published values: one line per field, in the model's order, see content/values/stored-data.ts. */
  data: JsonText
  /** The reference fields among those lines and the ids of their targets, or null if there are none. */
  refs: JsonText | null
  /** The draft version that was published; null if an import has published other content than the draft. */
  draft_version: number | null
  published_by: JsonText | null
  /** The values that name assets as they were written, by field; null if there are none. */
  written: JsonText | null
}

/** The overlays of a publication, one row per variant id. */
interface PublicationVariantTable {
  space: string
  entry: string
  from_revision: number
  variant: string
  data: JsonText
  refs: JsonText | null
  /** See {@link PublicationTable}. */
  written: JsonText | null
}

/** Reverse references: a row for each live publication and each id that it or one of its overlays references. */
interface PublicationReferenceTable {
  space: string
  /** The entry with this id may not exist. */
  target: string
  entry: string
}

/** The number of an entry in the query index, assigned at its first publication. It never changes. */
interface QueryEntryTable {
  space: string
  entry: string
  number: number
}

/**
 * The query index of live publications: for each value, the entries that have it, in chunks of 4,096 numbers, and the
 * sort values of entries. See content/index/postings.ts, content/index/sort-blocks.ts and content/index/index-terms.ts.
 */
interface QueryPostingTable {
  space: string
  collection: string
  /** An index field, see content/model/query-model.ts. */
  field: string
  /** Empty for base values. */
  variant: string
  /** The key sorts byte by byte in the order of the values. */
  key: Uint8Array
  chunk: number
  /** The number of entries in `numbers`. */
  count: number
  /** A set of numbers below the chunk's size, or a block of sort numbers, depending on the key. */
  numbers: Uint8Array
}

interface ApiKeyTable {
  space: string
  id: string
  name: string
  prefix: string
  scopes: JsonText
  created_at: Milliseconds
  created_by: string
  updated_at: Milliseconds
  expires_at: Milliseconds | null
  last_used_at: Milliseconds | null
  revoked_at: Milliseconds | null
}

/** The accepted secrets of a key: one, and for some time after a rotation also the previous one. */
interface ApiKeySecretTable {
  /** SHA-256 of the whole key, in hexadecimal. */
  hash: string
  space: string
  key: string
  /** Null for the newest; otherwise the time at which it expires. */
  valid_until: Milliseconds | null
}

/** The key counter of a space. There is no row if no key of the space has changed yet. */
interface KeyRevisionTable {
  space: string
  /** Raised by one in the transaction of each change of a key. */
  revision: number
}

/** The tokens of previews: shared links, and those of the windows of members. */
interface PreviewLinkTable {
  space: string
  id: string
  /** SHA-256 of the whole token, in hexadecimal. */
  hash: string
  /** The ids of the entries whose drafts are shown, as a list; null means all drafts. */
  entries: JsonText | null
  label: string | null
  /** The session that the token ends with; null for a shared link. */
  session: string | null
  /** The id of the user who made it, who may no longer exist. */
  created_by: string
  created_at: Milliseconds
  expires_at: Milliseconds
  revoked_at: Milliseconds | null
}
