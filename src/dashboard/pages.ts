// The dashboard's pages, by path: what the server answers with the dashboard's document, and what the router knows.

/** At any other path the server says 404, in a document that shows its page for that. */
export const dashboardPages = {
  home: '/',
  signIn: '/sign-in',
  setup: '/setup',
  invitation: '/invitation',
  content: '/content',
  collection: '/content/{collection}',
  entry: '/content/{collection}/{entry}',
  tryIt: '/try',
  apiKeys: '/settings/api-keys',
  members: '/settings/members',
  account: '/account',
} as const
