// Paginated lists: their common query parameters and response schema.
import { z } from '@hono/zod-openapi'
import { integerParameter } from './request-url.ts'

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
