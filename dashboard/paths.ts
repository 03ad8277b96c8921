// Addresses of the dashboard's own pages, made of the same table that the server answers.
import { dashboardPages } from '../src/dashboard/pages.ts'

export const paths = {
  ...dashboardPages,
  /** `name` is an API name. */
  toCollection: (name: string) => `/content/${encodeURIComponent(name)}`,
  /** `id` is the entry's, not its slug. */
  toEntry: (collection: string, id: string) =>
    `/content/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`,
} as const

/** As the router writes them: `/content/:collection`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
