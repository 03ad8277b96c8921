// Schemas of views: saved filters, orders and columns of the list of a collection.
import { z } from '@hono/zod-openapi'
import { collectionNamePattern, fieldNamePattern, nameLengthMax } from '../../content/values/model.ts'
import { bySchema, listSchema, pageQuerySchema } from '../../http/record.schema.ts'
import { managementPerPageMax } from '../entries/entry-list.schema.ts'

/** The columns of a list that are not fields. */
export const ownColumns = ['state', 'published', 'created', 'version', 'updated'] as const
export type OwnColumn = (typeof ownColumns)[number]
/** Begins the name of a column of a field. */
export const fieldColumnPrefix = 'data.'
export const columnsMax = 20

const plainParameters = ['state', 'search', 'updatedBy', 'references', 'sort']
/** Conditions on fields, such as `filter[author.name][eq]`. */
export const conditionPattern = /^(?:filter|not|any(?:\.[1-5])?)\[([^[\]]+)\](?:\[[A-Za-z]+\])?$/
const parametersMax = 30
const queryLengthMax = 16_000

function isParameter(name: string): boolean {
  return plainParameters.includes(name) || conditionPattern.test(name)
}

function isColumn(name: string): boolean {
  if ((ownColumns as readonly string[]).includes(name)) return true
  return name.startsWith(fieldColumnPrefix) && fieldNamePattern.test(name.slice(fieldColumnPrefix.length))
}

const name = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .max(nameLengthMax, `must have at most ${nameLengthMax} characters`)
  .refine(text => text.isWellFormed() && !text.includes('\0'), 'must have no NUL and no lone surrogate')

const query = z
  .record(z.string(), z.string('must be a string'), 'must be an object')
  .superRefine((sent, context) => {
    const names = Object.keys(sent)
    if (names.length > parametersMax) {
      context.addIssue({ code: 'custom', message: `must have at most ${parametersMax} parameters` })
    }
    for (const each of names.filter(one => !isParameter(one)).slice(0, parametersMax)) {
      const message = `must be one of ${plainParameters.join(', ')}, or a condition such as filter[title]`
      context.addIssue({ code: 'custom', path: [each], message })
    }
    if (JSON.stringify(sent).length > queryLengthMax) {
      context.addIssue({ code: 'custom', message: `must have at most ${queryLengthMax} characters in all` })
    }
  })
  .openapi({
    description: `Parameters of \`GET /api/v1/entries\` and their values: any of ${plainParameters.join(', ')}, and conditions on fields.`,
    example: { state: 'changed', 'filter[author]': 'edwin-loam', sort: 'title' },
  })

const columns = z
  .array(z.string('must be a string'), 'must be a list')
  .max(columnsMax, `must have at most ${columnsMax} columns`)
  .refine(names => new Set(names).size === names.length, 'must name each column once')
  .refine(
    names => names.every(isColumn),
    `must be names of ${ownColumns.join(', ')}, or data.NAME for a field`,
  )
  .openapi({
    description: `The columns after the title, in their order: any of ${ownColumns.join(', ')}, and \`data.NAME\` for a field.`,
    example: ['state', 'data.author', 'updated'],
  })

const shared = z.boolean('must be true or false').openapi({
  description: 'Whether all members see the view. Sharing it requires the right to publish.',
})

export const newViewSchema = z.object({
  collection: z.string('must be the API name of a collection').openapi({ example: 'books' }),
  name,
  shared: shared.optional(),
  query: query.optional(),
  columns: columns.optional(),
})
export type NewView = z.output<typeof newViewSchema>

export const viewChangeSchema = z.object({
  name: name.optional(),
  shared: shared.optional(),
  query: query.optional(),
  columns: columns.optional(),
})
export type ViewChange = z.output<typeof viewChangeSchema>

export const viewSchema = z
  .object({
    id: z.string(),
    collection: z.string(),
    name: z.string(),
    shared: z.boolean(),
    query: z.record(z.string(), z.string()),
    columns: z.array(z.string()),
    gone: z.array(z.string()).openapi({
      description:
        'The paths in conditions, order and columns whose field the model no longer has. `query` and `columns` leave them out.',
    }),
    createdBy: bySchema,
  })
  .openapi('View')
export type View = z.output<typeof viewSchema>

export const viewDocumentSchema = z.object({ doc: viewSchema }).openapi('ViewDocument')
export const viewListSchema = listSchema(viewSchema, 'views').openapi('ViewList')
export const viewParams = z.object({ id: z.string().openapi({ example: 'b2c4e6a8' }) })
export const viewsQuery = pageQuerySchema(managementPerPageMax).extend({
  collection: z
    .string()
    .regex(collectionNamePattern, 'must be an API name')
    .optional()
    .openapi({ description: 'The API name of a collection. All collections without it.' }),
})
export type ViewsQuery = z.output<typeof viewsQuery>
