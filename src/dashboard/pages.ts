// The paths of the dashboard's pages, shared by the server and the dashboard's router.

/**
 * A page about a space has the space's slug in its path, so that each window keeps its own space. At any other path the
 * server responds with 404 and a document that shows the dashboard's "not found" page.
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
  media: '/s/{space}/media',
  schedule: '/s/{space}/schedule',
  activity: '/s/{space}/activity',
  archive: '/s/{space}/archive',
  model: '/s/{space}/model',
  collectionModel: '/s/{space}/model/{collection}',
  variants: '/s/{space}/variants',
  tryIt: '/s/{space}/try',
  apiKeys: '/s/{space}/settings/api-keys',
  members: '/s/{space}/settings/members',
} as const

/** Earlier paths without a space. They redirect to the same page of the current space. */
export const formerPages = [
  '/content',
  '/content/{collection}',
  '/content/{collection}/{entry}',
  '/try',
  '/settings/api-keys',
  '/settings/members',
] as const
