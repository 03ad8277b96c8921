// Paths of the dashboard's pages, from the table that the server uses too.
import { dashboardPages } from '../src/dashboard/pages.ts'

const { start, signIn, setup, invitation, account } = dashboardPages

/** Pages that do not belong to a space. */
export const paths = { start, signIn, setup, invitation, account } as const

export type SpacePaths = ReturnType<typeof toSpacePaths>

/** Pages of one space, by its slug. */
export function toSpacePaths(slug: string) {
  const fill = (path: string, values: Readonly<Record<string, string>> = {}) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'space' ? slug : (values[name] ?? '')),
    )
  return {
    home: fill(dashboardPages.home),
    content: fill(dashboardPages.content),
    media: fill(dashboardPages.media),
    schedule: fill(dashboardPages.schedule),
    activity: fill(dashboardPages.activity),
    archive: fill(dashboardPages.archive),
    model: fill(dashboardPages.model),
    variants: fill(dashboardPages.variants),
    tryIt: fill(dashboardPages.tryIt),
    apiKeys: fill(dashboardPages.apiKeys),
    members: fill(dashboardPages.members),
    /** `collection` is an API name. */
    toCollection: (collection: string) => fill(dashboardPages.collection, { collection }),
    /** `entry` is an entry's id, not its slug. */
    toEntry: (collection: string, entry: string) => fill(dashboardPages.entry, { collection, entry }),
    /** The library with one file opened. `asset` is its id. */
    toAsset: (asset: string) => `${fill(dashboardPages.media)}?${new URLSearchParams({ file: asset })}`,
    toModel: (collection: string) => fill(dashboardPages.collectionModel, { collection }),
  } as const
}

/** The slug in a page's path, or null for a page that does not belong to a space. */
export function toSpaceSlug(path: string): string | null {
  return /^\/s\/([^/]+)(?:\/|$)/.exec(path)?.[1] ?? null
}

/** In the router's notation: `/s/:space/content`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
