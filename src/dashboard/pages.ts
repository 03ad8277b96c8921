// The dashboard's pages, by path: what the server answers with the dashboard's document, and what the router knows.

/** A page that is not listed here is the server's 404. */
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
