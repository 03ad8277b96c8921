// The names of a space's pages, for the top bar and the command palette.
import { useLocation } from 'wouter'
import { paths, toSpacePaths } from '../paths.ts'

interface NamedPage {
  readonly name: string
  readonly path: string
}

export function toNamedPages(slug: string): readonly NamedPage[] {
  const to = toSpacePaths(slug)
  return [
    { name: 'Home', path: to.home },
    { name: 'Content', path: to.content },
    { name: 'Media', path: to.media },
    { name: 'Schedule', path: to.schedule },
    { name: 'Activity', path: to.activity },
    { name: 'Archive', path: to.archive },
    { name: 'Content model', path: to.model },
    { name: 'Variants', path: to.variants },
    { name: 'Try it', path: to.tryIt },
    { name: 'API keys', path: to.apiKeys },
    { name: 'Members', path: to.members },
    { name: 'Account', path: paths.account },
  ]
}

/** Returns null for a page below one of these, which shows a trail instead. */
export function usePageName(slug: string | null): string | null {
  const [location] = useLocation()
  return toNamedPages(slug ?? '').find(({ path }) => path === location)?.name ?? null
}
