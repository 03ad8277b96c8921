// Schemas that records of the API share: times, the actors of changes, and paginated lists with their parameters.
import { z } from '@hono/zod-openapi'
import { actorKinds } from '../base/caller.ts'
import { integerParameter } from './request-url.ts'

export const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

export const bySchema = z
  .object({ kind: z.enum(actorKinds), name: z.string().openapi({ example: 'ada@example.com' }) })
  .nullable()
  .openapi({ description: 'Who did it; null if unknown. The name of a user is the e-mail.' })

const pageMax = 2_147_483_647

export interface PageRange {
  readonly page: number
  readonly perPage: number
}

/** Declares `page` and `perPage`. `perPageMax` is a setting, so each server creates the schema. */
export function pageQuerySchema(perPageMax: number) {
  return z.object({
    page: integerParameter({
      min: 1,
      max: pageMax,
      default: 1,
      description: 'Page number, from 1. A page past the end is empty.',
    }),
    perPage: integerParameter({
      min: 1,
      max: perPageMax,
      default: Math.min(20, perPageMax),
      description: 'Items per page.',
    }),
  })
}

/** Declares `{ list, count, pagesCount }`. `what` names the items in the OpenAPI document. */
export function listSchema<Item extends z.ZodType>(item: Item, what: string) {
  return z.object({
    list: z.array(item),
    count: z
      .int()
      .min(0)
      .openapi({ description: `The total number of ${what}, on all pages.` }),
    pagesCount: z.int().min(0).openapi({ description: '`count / perPage`, rounded up.' }),
  })
}

export function toLimit({ page, perPage }: PageRange): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage }
}

export function toList<Item>(list: readonly Item[], count: number, { perPage }: PageRange) {
  return { list, count, pagesCount: Math.ceil(count / perPage) }
}
