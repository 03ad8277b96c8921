// The tables as Kysely types them: what each column holds. Statements live in the rooms' *.store.ts.
import type { Generated } from 'kysely'

/** Milliseconds since 1970. */
type Milliseconds = number
/** JSON kept as text: `jsonb` would lose the order of keys. */
type JsonText = string

export interface Schema {
  space: SpaceTable
  collection: CollectionTable
  entry: EntryTable
  publication: PublicationTable
  publication_variant: PublicationVariantTable
  publication_reference: PublicationReferenceTable
  api_key: ApiKeyTable
  api_key_secret: ApiKeySecretTable
  key_revision: KeyRevisionTable
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
  /** Goes up by one with every change of what is served, in the transaction that makes the change. */
  revision: number
  /** Goes up by one with every change of drafts, slugs or models, in the transaction that makes the change. */
  content_revision: Generated<number>
  created_at: Milliseconds
}

interface CollectionTable {
  space: string
  api_name: string
  name: string
  fields: JsonText
}

/** What editors work on. The content API never reads this table. */
interface EntryTable {
  space: string
  id: string
  collection: string
  slug: string
  /** The draft: every field of the model, see published-data.ts. */
  data: JsonText
  /** The draft's overlays by variant id, or null where there are none. */
  variants: JsonText | null
}

/** What is or was served, append-only: a change closes a row at a revision and opens another. */
interface PublicationTable {
  space: string
  entry: string
  from_revision: number
  /** Null while the row is live; otherwise the revision that ended it, which is what remains of an unpublished entry. */
  to_revision: number | null
  collection: string
  slug: string
  version: number
  first_published_at: Milliseconds
  published_at: Milliseconds
  /** liveData: one line a field, in the model's order; see published-data.ts. */
  data: JsonText
  /** The reference fields among those lines and their targets' ids, or null where there are none. */
  refs: JsonText | null
  /** 1 where a reference is by collection and slug, or means no entry: each import binds it anew. */
  rebind: number
}

/** The overlays of a publication, a row for each variant id. */
interface PublicationVariantTable {
  space: string
  entry: string
  from_revision: number
  variant: string
  data: JsonText
  refs: JsonText | null
}

/** The way back along references: a row for each live publication and each id that it, or an overlay of it, means. */
interface PublicationReferenceTable {
  space: string
  /** May be the id of no entry. */
  target: string
  entry: string
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

/** What is accepted as a key: one secret, and for a while after a rotation the one before it. */
interface ApiKeySecretTable {
  /** SHA-256 of the whole key, as hexadecimal. */
  hash: string
  space: string
  key: string
  /** Null for the newest; otherwise when it stops being accepted. */
  valid_until: Milliseconds | null
}

/** No row where no key of the space has changed since there is this table. */
interface KeyRevisionTable {
  space: string
  /** Goes up by one with every change of a key, in the transaction that makes the change. */
  revision: number
}

interface UserTable {
  id: string
  /** In small letters. */
  email: string
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface CredentialTable {
  user: string
  /** Argon2id, with its parameters and salt. */
  password: string
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** Set-up links that were printed and would work while there is no user. */
interface SetupTokenTable {
  /** SHA-256 of the token, as hexadecimal. */
  hash: string
  created_at: Milliseconds
}

interface SessionTable {
  id: string
  /** SHA-256 of the token that the cookie carries, as hexadecimal. */
  token: string
  user: string
  /** The current space. */
  space: string | null
  expires_at: Milliseconds
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** Attempts to sign in that failed, or are under way: what throttling counts. */
interface SignInFailureTable {
  /** A keyed hash of an e-mail or of an address: what people mistype into the field stays unknown. */
  subject: string
  at: Milliseconds
  id: string
}

interface MemberTable {
  space: string
  user: string
  role: string
  created_at: Milliseconds
}

interface InvitationTable {
  space: string
  id: string
  email: string
  role: string
  /** SHA-256 of the link's token, as hexadecimal. */
  hash: string
  /** The user who invites; without the right to, the link works no more. */
  created_by: string
  created_at: Milliseconds
  expires_at: Milliseconds
}
