// The error table: every error code, its status and its meaning. docs/errors.md is generated from it.
// http/problem.ts writes errors to responses.
import { assetErrors, authoringErrors } from './error-table-authoring.ts'

interface ErrorKind {
  readonly status: number
  /** Another status, used by some endpoints. */
  readonly otherStatus?: number
  readonly title: string
  readonly meaning: string
}

const table = {
  invalid_parameters: {
    status: 400,
    title: 'Invalid parameters',
    meaning:
      'One or more parameters are invalid. `errors` lists all of them, each with what would be accepted.',
  },
  invalid_path: {
    status: 400,
    title: 'Invalid path',
    meaning:
      'The path has a raw backslash, a dot segment (`.` or `..`, percent-encoded or not) or a fragment, and so leads to another path than the one sent. Send that path; in a slug a backslash is `%5C`.',
  },
  response_too_large: {
    status: 400,
    title: 'Response too large',
    meaning:
      'A response holds at most 20,000 entries with `data`, 16 MiB of JSON, references to 100,000 different entries, and 500,000 references in all. `detail` names the limit that was passed, and a smaller `depth` or `perPage` that fits.',
  },
  query_too_costly: {
    status: 400,
    title: 'Query too costly',
    meaning:
      'The conditions and words of a query may match 2,000,000 values in all, and a path may pass 10,000 entries at each reference. `detail` names the conditions that match most, and `errors` their parameters. Make them narrower.',
  },
  invalid_body: {
    status: 400,
    title: 'Invalid body',
    meaning:
      'The body is not a JSON object, is nested deeper than 72 levels, or its fields are not valid. `errors` lists the errors, 50 at most, each with its field.',
  },
  api_key_missing: {
    status: 401,
    title: 'API key missing',
    meaning: 'The request has no API key. Send exactly one header `Authorization: Bearer <API_KEY>`.',
  },
  api_key_invalid: {
    status: 401,
    title: 'API key invalid',
    meaning:
      'The API key is malformed or unknown. Check that it was copied completely. After a rotation the old key becomes unknown when its overlap ends.',
  },
  api_key_expired: {
    status: 401,
    title: 'API key expired',
    meaning: 'The API key is correct but has expired. Extend it or create a new one.',
  },
  preview_link_expired: {
    status: 401,
    title: 'Preview link expired',
    meaning: 'The token of the preview has expired. Make a new link: POST /api/v1/preview/links.',
  },
  preview_link_revoked: {
    status: 401,
    title: 'Preview link revoked',
    meaning:
      'The token of the preview was revoked, its maker has lost the right to it or left the space, or the session that it belonged to has ended.',
  },
  api_key_revoked: {
    status: 401,
    otherStatus: 409,
    title: 'API key revoked',
    meaning:
      'The API key was revoked, which is permanent. Requests that use it get a 401, requests that change or rotate it a 409. Create a new one.',
  },
  session_required: {
    status: 401,
    title: 'Session required',
    meaning:
      'Sign in first: this endpoint needs the session cookie. An API key replaces it only where `WWW-Authenticate` says `Bearer`.',
  },
  credentials_invalid: {
    status: 401,
    title: 'Credentials invalid',
    meaning: 'The e-mail or the password is wrong.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning:
      'The API key does not have a scope that this endpoint requires. `detail` names what is missing, `WWW-Authenticate` all that is required.',
  },
  role_required: {
    status: 403,
    title: 'Role required',
    meaning: 'The user is signed in, but their role in the current space does not allow this.',
  },
  origin_refused: {
    status: 403,
    title: 'Origin refused',
    meaning:
      'Writes with a session must come from a page of this server: send `Sec-Fetch-Site: same-origin`, or an `Origin` that equals the address of the server (`PUBLIC_URL` if it is set). Where the setting is the likely cause, `detail` says what to set it to.',
  },
  setup_token_invalid: {
    status: 403,
    title: 'Set-up token invalid',
    meaning: 'The set-up link is unknown or no longer valid. Use the newest one that the server printed.',
  },
  collection_not_found: {
    status: 404,
    title: 'Collection not found',
    meaning: 'The space has no collection with this API name.',
  },
  entry_not_found: {
    status: 404,
    title: 'Entry not found',
    meaning:
      'The collection has no published entry with this slug; drafts and missing entries get the same response. In the management API: the space has no entry with this id.',
  },
  api_key_not_found: {
    status: 404,
    title: 'API key not found',
    meaning:
      'The current space has no API key with this id. API keys of other spaces and missing ones get the same response.',
  },
  member_not_found: {
    status: 404,
    title: 'Member not found',
    meaning: 'The current space has no member with this id.',
  },
  invitation_not_found: {
    status: 404,
    title: 'Invitation not found',
    meaning: 'The invitation does not exist, or it was accepted or withdrawn, or it has expired.',
  },
  space_not_found: {
    status: 404,
    title: 'Space not found',
    meaning: 'There is no space with this slug, or the user is not a member of it.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this path. `/docs` lists all paths.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path does not support this method. `Allow` lists the methods that it supports.',
  },
  setup_closed: {
    status: 409,
    title: 'Set-up closed',
    meaning:
      'The server already has an owner: a set-up link works once. Sign in, or ask an owner for an invitation.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    meaning: 'A space needs at least one owner. Make another member an owner first.',
  },
  member_exists: {
    status: 409,
    title: 'Member exists',
    meaning: 'The user with this e-mail is already a member of the space. Change their role instead.',
  },
  space_exists: {
    status: 409,
    title: 'Space exists',
    meaning: 'Another space has this slug. Choose another one.',
  },
  draft_invalid: {
    status: 409,
    title: 'Draft invalid',
    meaning:
      'The draft breaks rules of its collection, so it cannot be published. `errors` lists all of them, each with its path in the draft.',
  },
  ...authoringErrors,
  ...assetErrors,
  entry_too_large: {
    status: 409,
    title: 'Entry too large',
    meaning:
      'The entry alone is over a limit of responses, so it cannot be published; or a change of its model would make its draft larger than 2 MiB. `detail` names it.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning:
      'Request bodies are limited to 64 KiB; those with a model to 512 KiB, with an entry to 2 MiB, and with several operations to 8 MiB.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    meaning: 'Path and query are limited to 8 KiB together.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body must be `application/json` in UTF-8, without `Content-Encoding`.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The API key has reached its rate limit, this address sent too many requests with unknown API keys, sign-in failed too often for this account or from this address, or the caller has too many uploads under way. Retry after the seconds in `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request headers too large',
    meaning: 'Request headers are limited to 16 KiB together.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed. Its log has the reason under the `requestId`.',
  },
  storage_full: {
    status: 503,
    title: 'Storage full',
    meaning: "The server's disk is full. Nothing was changed; reads still work.",
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    meaning:
      'The server is overloaded and did not process the request. Retry after the seconds in `Retry-After`.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning:
      'The server cannot respond at the moment: it is starting, shutting down, or cannot reach its database. Try again.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof table
export const errorTable: Readonly<Record<ErrorCode, ErrorKind>> = table
