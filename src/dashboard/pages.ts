// The dashboard's pages, by path: what the server answers with the dashboard's document, and what the router knows.

/**
 * A page about a space has the space's slug in its path, so that each window keeps to the space that it shows. At any
 * other path the server says 404, in a document that shows the dashboard's own page for it.
 */
export const dashboardPages = {
  /** Redirects to the home page of the current space. */
  start: '/',
  signIn: '/sign-in',
  setup: '/setup',
  invitation: '/invitation',
  account: '/account',
  home: '/s/{space}',
  content: '/s/{space}/content',
  collection: '/s/{space}/content/{collection}',
  entry: '/s/{space}/content/{collection}/{entry}',
  tryIt: '/s/{space}/try',
  apiKeys: '/s/{space}/settings/api-keys',
  members: '/s/{space}/settings/members',
} as const

/** Paths without a space, as they were once. They redirect to the same page of the current space. */
export const formerPages = [
  '/content',
  '/content/{collection}',
  '/content/{collection}/{entry}',
  '/try',
  '/settings/api-keys',
  '/settings/members',
] as const
