// The setup of the benchmarks: one Frontlist or two, each with the same spaces, and what they must respond.
import { createDataSet } from './data-set.ts'
import { createExpectations } from './expected.ts'
import { type FilledSpace, importDataSet } from './fill.ts'
import { type Frontlist, frontlistIn, type Load, type ServerProcess, startLoad } from './processes.ts'
import { checkAll, type ExpectedRequest } from './requests.ts'
import type { Workplace } from './workplace.ts'

/** Nothing is evicted. */
export const unlimitedCache = { CACHE_BYTES: String(8 * 2 ** 30) }

/** A Frontlist with its own database: this checkout or the other one. */
export interface Site {
  readonly frontlist: Frontlist
  /** Runs from the first call to the end. */
  readonly server: () => Promise<ServerProcess>
  readonly space: (name: SpaceName) => Promise<FilledSpace>
}

/** `bench` is measured, `small` is small enough to be cached whole, `warm-up` has enough pages to compile all code on. */
export type SpaceName = keyof typeof spaceSizes
const spaceSizes = { bench: 1, small: 0.2, 'warm-up': 3 }

export interface Setup {
  readonly workplace: Workplace
  readonly load: Load
  readonly content: (name: SpaceName) => ReturnType<typeof createContent>
  readonly site: Site
  /** The other checkout, if any. */
  readonly other: Site | null
}

function memoize<Name, Value>(create: (name: Name) => Value): (name: Name) => Value {
  const known = new Map<Name, Value>()
  return name => {
    if (!known.has(name)) known.set(name, create(name))
    return known.get(name)!
  }
}

function createContent(posts: number) {
  const dataSet = createDataSet(posts)
  return { dataSet, expectations: createExpectations(dataSet) }
}

/** Without `against` there is one Frontlist, by default on SQLite. */
export function setUp(
  workplace: Workplace,
  posts: number,
  against?: string,
  own = frontlistIn(workplace),
): Setup {
  const content = memoize((name: SpaceName) =>
    createContent(Math.max(10, Math.round(spaceSizes[name] * posts))),
  )
  const createSite = (frontlist: Frontlist): Site => ({
    frontlist,
    server: memoize(() => frontlist.serve()) as Site['server'],
    space: memoize((name: SpaceName) => importDataSet(frontlist, content(name).dataSet, name, workplace)),
  })
  return {
    ...{ workplace, content, load: startLoad(workplace), site: createSite(own) },
    other: against === undefined ? null : createSite(frontlistIn(workplace, { against })),
  }
}

/** The requests as the site's running server takes them. Each second response is a cache hit, and is checked too. */
export async function checkOn(site: Site, name: SpaceName, requests: readonly ExpectedRequest[]) {
  const [{ key }, { url }] = [await site.space(name), await site.server()]
  await checkAll(url, key, requests)
  return checkAll(url, key, requests)
}
