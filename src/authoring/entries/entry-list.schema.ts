// The query parameters of lists of entries.
import { z } from '@hono/zod-openapi'
import {
  collectionNamePattern,
  entryIdPattern,
  entryStates,
  slugLengthMax,
} from '../../content/values/model.ts'
import { pageQuerySchema } from '../../http/record.schema.ts'
import { listQueryDocument } from '../../query/query.schema.ts'

/** Independent of `MAX_PER_PAGE`, which limits the content API. */
export const managementPerPageMax = 1000

const listStates = [...entryStates, 'scheduled', 'failed', 'invalid'] as const
export type ListState = (typeof listStates)[number]

const sortKeys = ['updatedAt', 'createdAt', 'publishedAt', 'title', 'slug'] as const
export type SortKey = (typeof sortKeys)[number]
const sorts = sortKeys.flatMap(key => [key, `-${key}`] as const)
/** An order by a field, which only the model can check. */
export const fieldSortPattern = /^-?data\../

const searchLengthMax = 100
/** The largest number of ids that fits into a URL if all have the maximum length. */
const idsMax = 100

function listOf<Value extends string>(allowed: readonly Value[]) {
  const message = `must be one of ${allowed.join(', ')}, or several with commas between them`
  return z.string().transform((text, context): readonly Value[] => {
    const names = [...new Set(text.split(','))]
    if (names.every(name => (allowed as readonly string[]).includes(name))) return names as Value[]
    context.addIssue({ code: 'custom', message, params: { allowed } })
    return z.NEVER
  })
}

/** Parses names of one kind, separated by commas. */
function namesOf(pattern: RegExp, kind: string, namesMax = Infinity) {
  return z.string().transform((text, context): readonly string[] => {
    const names = [...new Set(text.split(','))]
    const isGood = names.every(name => pattern.test(name))
    if (isGood && names.length <= namesMax) return names
    const message = isGood
      ? `has ${names.length} ${kind}; ${namesMax} is the maximum`
      : `must be ${kind} with commas between them`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

export const entriesQuery = pageQuerySchema(managementPerPageMax).extend({
  id: namesOf(entryIdPattern, 'ids of entries', idsMax)
    .optional()
    .openapi({
      type: 'string',
      description: `The ids of at most ${idsMax} entries, with commas between them. Those that do not exist are left out.`,
    }),
  collection: namesOf(collectionNamePattern, 'API names').optional().openapi({
    type: 'string',
    description: 'API names, with commas between them. All collections without it.',
  }),
  state: listOf(listStates)
    .optional()
    .openapi({
      type: 'string',
      description: `Any of ${listStates.join(', ')}, with commas between them. Without it, all entries that are not archived.`,
    }),
  search: z
    .string()
    .refine(text => [...text].length <= searchLengthMax, `must have at most ${searchLengthMax} characters`)
    .default('')
    .openapi({ description: 'In title and slug, anywhere, without regard to case and accents.' }),
  slug: z
    .string()
    .normalize('NFC')
    .min(1, 'must not be empty')
    .max(slugLengthMax, `must have at most ${slugLengthMax} characters`)
    .optional()
    .openapi({ description: 'The slug of the draft.' }),
  updatedBy: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .openapi({ description: 'The name of who changed it last, or `me`.' }),
  references: z
    .string()
    .regex(entryIdPattern, 'must be the id of an entry')
    .optional()
    .openapi({ description: 'The id of an entry that they refer to.' }),
  stateCounts: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform(text => text === 'true')
    .openapi({
      type: 'boolean',
      default: false,
      description:
        'Whether the response has `states`: how many entries are in each state, whatever `state` is, that match everything else.',
    }),
  sort: z
    .string()
    .transform((text, context): (typeof sorts)[number] | `${'' | '-'}data.${string}` => {
      const found = sorts.find(sort => sort === text)
      if (found !== undefined) return found
      if (fieldSortPattern.test(text)) return text as `data.${string}`
      const message = `must be one of ${sorts.join(', ')}, or data.NAME for a field of one collection`
      context.addIssue({ code: 'custom', message, params: { allowed: sorts } })
      return z.NEVER
    })
    .default('-updatedAt')
    .openapi({
      type: 'string',
      default: '-updatedAt',
      description: `One of ${sorts.join(', ')}; with one \`collection\` also \`data.NAME\`, a field that the content API can sort by. Entries that are equal in it are in the order of their ids.`,
    }),
})

/** The parameters whose names or values are those of the model, for the OpenAPI document. */
export const entryConditionsDocument = z.object({
  filter: listQueryDocument.shape.filter,
  any: listQueryDocument.shape.any,
  not: listQueryDocument.shape.not,
  queryVariant: z.string().optional().openapi({
    description:
      'One variant id: conditions and order look at the values of this variant, with the base value behind each. With `fields`, items have `variants` with the values that it overrides.',
  }),
  fields: z.string().optional().openapi({
    description:
      'Comma-separated names of at most 10 fields of the one `collection`: items have `data` with their values, and references as `{ id, collection, slug, title }`.',
  }),
})

/** The number of entries that the filter of each state matches. */
export const stateCountsSchema = z.object(
  Object.fromEntries(listStates.map(state => [state, z.int().min(0)])) as Record<ListState, z.ZodInt>,
)
export type StateCounts = z.output<typeof stateCountsSchema>

export type EntriesQuery = z.output<typeof entriesQuery>
