// The introduction shared by docs/errors.md and the page at /docs/errors, beside the table of codes. Words between
// backticks are code.

export const errorsIntroduction: readonly string[] = [
  'Every error is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and `requestId`; a 400 also has `errors`, one for each thing that is wrong with the request.',
  '`type` is the URL of the section that describes the error. Decide by `code`: it does not change within `/api/v1`; `title` and `detail` are for people and may change.',
]
