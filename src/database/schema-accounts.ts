// Kysely's types of the tables of users and their spaces.

/** Milliseconds since 1970. */
type Milliseconds = number

export interface UserTable {
  id: string
  /** In lower case. */
  email: string
  created_at: Milliseconds
  updated_at: Milliseconds
}

export interface CredentialTable {
  user: string
  /** Argon2id, with its parameters and salt. */
  password: string
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** Setup links that were printed. They are valid while there is no user. */
export interface SetupTokenTable {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string
  created_at: Milliseconds
}

export interface SessionTable {
  id: string
  /** SHA-256 of the token in the cookie, in hexadecimal. */
  token: string
  user: string
  /** The current space. */
  space: string | null
  expires_at: Milliseconds
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** Failed or pending sign-in attempts, which throttling counts. */
export interface SignInFailureTable {
  /** A keyed hash of an e-mail or of an IP address, so that secrets typed into the wrong field are not stored. */
  subject: string
  at: Milliseconds
  id: string
}

export interface MemberTable {
  space: string
  user: string
  role: string
  created_at: Milliseconds
}

export interface InvitationTable {
  space: string
  id: string
  email: string
  role: string
  /** SHA-256 of the link's token, in hexadecimal. */
  hash: string
  /** The inviting user. If they lose the right to invite, the link is no longer valid. */
  created_by: string
  created_at: Milliseconds
  expires_at: Milliseconds
}
