// The paths of the dashboard's pages, built from the same table as on the server.
import { dashboardPages } from '../src/dashboard/pages.ts'

const { start, signIn, setup, invitation, account } = dashboardPages

/** The pages that do not belong to a space. */
export const paths = { start, signIn, setup, invitation, account } as const

export type SpacePaths = ReturnType<typeof toSpacePaths>

/** Returns the pages of one space by its slug. */
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
    /** Returns the path of the library with one file opened. `asset` is the file's id. */
    toAsset: (asset: string) => `${fill(dashboardPages.media)}?${new URLSearchParams({ file: asset })}`,
    toModel: (collection: string) => fill(dashboardPages.collectionModel, { collection }),
  } as const
}

/** Returns the slug in a page's path; null for a page that does not belong to a space. */
export function toSpaceSlug(path: string): string | null {
  return /^\/s\/([^/]+)(?:\/|$)/.exec(path)?.[1] ?? null
}

/** Converts a path to the router's notation: `/s/:space/content`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
