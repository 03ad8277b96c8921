// Projections of paths, and a delivery service to ask with them.
import { uncounted } from '../../src/base/cache-counts.ts'
import type { Problem } from '../../src/base/errors.ts'
import { type Budget, defaultBudget } from '../../src/content/publish/response-budget.ts'
import type { CacheResult } from '../../src/delivery/cache/response-cache.ts'
import { createDeliveryService, type DeliveryService } from '../../src/delivery/delivery.service.ts'
import type { Projection } from '../../src/query/bound-query.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import type { NaivePath } from './naive-content.ts'

const nothingExcept: ReadonlySet<string> = new Set()

/** `allNames`: the names of all fields of the space, for `*` beside a part. */
export function toProjection(paths: readonly NaivePath[], allNames: readonly string[] = []): Projection {
  const hasAll = paths.some(([name]) => name === '*')
  const parts = paths.filter(path => path.length > 1)
  if (hasAll && parts.length === 0) return { only: null, except: nothingExcept, canonicalText: '*' }
  const names = new Set([...paths.map(([name]) => name ?? ''), ...(hasAll ? allNames : [])])
  names.delete('*')
  const only = new Map(
    [...names].sort().map(name => {
      const inside = parts.filter(([first]) => first === name).map(([, ...rest]) => rest)
      return [name, inside.length === 0 ? null : toProjection(inside, allNames)] as const
    }),
  )
  const text = [...only].map(([name, inside]) => (inside ? `${name}(${inside.canonicalText})` : name))
  return { only, except: nothingExcept, canonicalText: text.join(',') }
}

/** `title,author.name` as a projection; no name has a dot. */
export function fields(text: string): Projection {
  return toProjection(text.split(',').map(path => path.split('.')))
}

export function allBut(...names: readonly string[]): Projection {
  return { only: null, except: new Set(names), canonicalText: names.map(name => `-${name}`).join(',') }
}

interface ServiceParts {
  readonly cacheBytes?: number
  readonly budget?: Budget
  readonly database?: TestSpace['database']
}

export function serviceOf(
  space: TestSpace,
  { cacheBytes = 4_000_000, budget = defaultBudget, database = space.database }: ServiceParts = {},
): DeliveryService {
  return createDeliveryService({ database, cacheBytes, counts: uncounted, budget })
}

/** The body, or the error. */
export async function bodyOf(result: Promise<CacheResult>): Promise<string | Problem> {
  return result.then(
    ({ response }) => response.body.text(),
    (error: Problem) => error,
  )
}
