// The setup of `npm run bench compare`: one Frontlist or two, each with the same spaces.
import { createDataSet } from './data-set.ts'
import { createExpectations } from './expected.ts'
import { type FilledSpace, importDataSet } from './fill.ts'
import { type Frontlist, frontlistIn, type Load, type ServerProcess, startLoad } from './processes.ts'
import type { Workplace } from './workplace.ts'

type Numbers = Readonly<Record<'posts' | 'rounds' | 'connections' | 'seconds', number>>

/** A Frontlist with its own database: this checkout or the other one. */
export interface Site {
  readonly frontlist: Frontlist
  readonly server: () => Promise<ServerProcess>
  readonly space: (name: SpaceName) => Promise<FilledSpace>
}

/** `bench` is measured, `small` is small enough to be cached whole, `warm-up` has enough pages to compile all code on. */
export type SpaceName = keyof typeof spaceSizes
const spaceSizes = { bench: 1, small: 0.2, 'warm-up': 3 }

export interface Setup {
  readonly rounds: number
  readonly connections: number
  readonly seconds: number
  readonly workplace: Workplace
  readonly load: Load
  readonly content: (name: SpaceName) => ReturnType<typeof createContent>
  readonly site: Site
  /** The other checkout; null: bare servers. */
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

export function setUp(
  { posts, ...rounds }: Numbers,
  against: string | undefined,
  workplace: Workplace,
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
    ...{ ...rounds, workplace, content },
    load: startLoad(workplace),
    site: createSite(frontlistIn(workplace)),
    other:
      against === undefined ? null : createSite(frontlistIn(workplace, { program: against, name: 'other' })),
  }
}
