// Schemas of models in the management API. The bodies here only document their shape:
// content/model/model-input.schema.ts validates models and reports every error at its place.
import { z } from '@hono/zod-openapi'
import { fieldTypes } from '../../content/fields/registry.ts'
import { defaultPreviewUrl } from '../../content/model/preview-url.ts'
import { componentIcons } from '../../content/values/component-icons.ts'
import { jsonPathTypes, richTextFormats, searchWeights, textFormats } from '../../content/values/model.ts'
import { listSchema } from '../../http/record.schema.ts'
import { operationNames } from './model-operations.ts'

const limit = z.union([z.number(), z.string()]).optional()
const text = z.string().optional()
const flag = z.boolean().optional()
const previewUrlText = `The address of an entry's page on a preview site: a path, or a URL that begins with one of the sites. Its placeholders are {token}, {collection}, {id}, {slug} and {variants}. Null: entries have no page. Absent: ${defaultPreviewUrl}.`

const fieldDefinitionSchema = z
  .object({
    apiName: z.string(),
    type: z.enum(fieldTypes),
    name: text.openapi({ description: 'For editors, instead of the API name.' }),
    help: text.openapi({ description: 'A sentence for editors.' }),
    many: flag,
    minItems: z.int().optional(),
    maxItems: z.int().optional(),
    required: flag.openapi({ description: 'Whether an entry needs a value to be published.' }),
    default: z.unknown().optional().openapi({ description: 'The value of new entries.' }),
    min: limit.openapi({ description: 'The smallest value; of `text`, the fewest characters.' }),
    max: limit,
    pattern: text.openapi({
      description: 'A regular expression in the syntax of RE2 that the whole text matches.',
    }),
    format: z.enum([...textFormats, ...richTextFormats]).optional(),
    options: z
      .array(z.object({ value: z.union([z.string(), z.number()]), name: z.string() }))
      .optional()
      .openapi({ description: 'The only values.' }),
    accept: z
      .array(z.string())
      .optional()
      .openapi({ description: 'The media types that a file may have, such as `image/*`.' }),
    multiline: flag,
    unique: flag.openapi({
      description: 'Whether no two live entries of the collection have the same value.',
    }),
    hidden: flag.openapi({ description: 'Whether editors do not see the field. It is served.' }),
    to: z
      .array(z.string())
      .optional()
      .openapi({ description: 'The collections that a reference may point to; any if absent.' }),
    of: z
      .array(z.string())
      .optional()
      .openapi({ description: 'The components whose blocks may be added to a `component` field.' }),
    link: flag.openapi({ description: 'Whether a reference stays unresolved at every depth.' }),
    query: flag.openapi({ description: 'False if no query may name the field.' }),
    search: z
      .union(searchWeights.map(weight => z.literal(weight)))
      .optional()
      .openapi({ description: 'The weight in searches; 0 means that it is not searched.' }),
    paths: z
      .array(z.object({ path: z.string(), type: z.enum(jsonPathTypes), many: z.boolean().optional() }))
      .optional()
      .openapi({ description: 'The paths inside a `json` field that queries may name.' }),
  })
  .openapi('FieldDefinition')

const collectionModelSchema = z
  .object({
    apiName: z.string(),
    kind: z.literal('collection'),
    name: z.string(),
    description: text,
    titleField: text.openapi({ description: 'The field that titles entries; else the first text field.' }),
    slugFrom: text.openapi({ description: 'The field that slugs of new entries are made of.' }),
    singleton: flag.openapi({ description: 'Whether it holds one entry at most.' }),
    previewUrl: z.string().nullable().optional().openapi({ description: previewUrlText }),
    fields: z.array(fieldDefinitionSchema),
    modelVersion: z
      .int()
      .openapi({ description: '1 for a new collection, and one more with each change of the model.' }),
    entries: z.int().openapi({ description: 'How many entries it has, archived ones included.' }),
    archived: z.int().openapi({ description: 'How many of them are archived.' }),
    live: z.int().openapi({ description: 'How many of them are live.' }),
  })
  .openapi('CollectionModel')
export type CollectionModelView = z.output<typeof collectionModelSchema>

const componentModelSchema = z
  .object({
    apiName: z.string(),
    kind: z.literal('component'),
    name: z.string(),
    description: text,
    titleField: text.openapi({ description: 'The field that titles blocks; else the first text field.' }),
    icon: z.enum(componentIcons).optional().openapi({ description: 'The icon that editors see.' }),
    fields: z.array(fieldDefinitionSchema),
    modelVersion: z
      .int()
      .openapi({ description: '1 for a new component, and one more with each change of the model.' }),
    usedIn: z
      .array(z.object({ model: z.string(), field: z.string() }))
      .openapi({ description: 'The fields of collections and components whose `of` names it.' }),
  })
  .openapi('ComponentModel')
export type ComponentModelView = z.output<typeof componentModelSchema>

const modelSchema = z.discriminatedUnion('kind', [collectionModelSchema, componentModelSchema])
export type ModelView = z.output<typeof modelSchema>

export const modelDocumentSchema = z.object({ doc: modelSchema }).openapi('ModelDocument')
export const modelListSchema = listSchema(modelSchema, 'models of the space').openapi('ModelList')

export const modelParamsSchema = z.object({
  collection: z
    .string()
    .openapi({ description: 'The API name of the collection or component.', example: 'posts' }),
})

const given = z.custom<unknown>(value => value !== undefined)
const optional = z.unknown().optional()
const fieldList = { type: 'array', items: { $ref: '#/components/schemas/FieldDefinition' } } as const

export const newModelSchema = z.object({
  apiName: given.openapi({ type: 'string', description: 'The public address of the collection, for good.' }),
  name: given.openapi({ type: 'string' }),
  kind: optional.openapi({
    type: 'string',
    enum: ['collection', 'component'],
    description: 'A component is a model without entries, whose blocks stand in fields of other models.',
  }),
  description: optional.openapi({ type: 'string' }),
  titleField: optional.openapi({ type: 'string' }),
  slugFrom: optional.openapi({ type: 'string' }),
  singleton: optional.openapi({ type: 'boolean' }),
  icon: optional.openapi({ type: 'string', enum: [...componentIcons], description: 'Of a component.' }),
  fields: given.openapi(fieldList),
  previewUrl: optional.openapi({ type: ['string', 'null'], description: previewUrlText }),
})

export const modelChangeSchema = z.object({
  modelVersion: z
    .int('must be an integer')
    .min(1, 'must be 1 or more')
    .openapi({ description: 'The version of the model that the caller has seen.' }),
  operations: z.array(z.unknown(), 'must be a list').openapi({
    description:
      'In order: `set` (`properties` of the model), `addField` (`field`, `before`, `fill`), `setField` (`field`, `properties`; null takes one away), `moveField` (`field`, `before`), `renameField` (`field`, `to`), `convertField` (`field`, `type`, `many`, `format`, `of`), `removeField` (`field`), `restoreField` (`field`, `modelVersion`: as before the change that made this version).',
    type: 'array',
    items: {
      type: 'object',
      properties: { op: { type: 'string', enum: operationNames } },
      required: ['op'],
    },
    example: [{ op: 'renameField', field: 'title', to: 'headline' }],
  }),
  acceptLosses: z
    .boolean('must be true or false')
    .default(false)
    .openapi({ description: 'Change the model even if values are lost.' }),
  dryRun: z
    .boolean('must be true or false')
    .default(false)
    .openapi({ description: 'Report what would change, and change nothing.' }),
})

const ids = z.array(z.string()).openapi({ description: 'The first ten entries.' })
const count = z.int().openapi({ description: 'How many entries.' })
const collection = z
  .string()
  .optional()
  .openapi({ description: 'Of a component: the collection of the entries.' })

const modelChangeReportSchema = z
  .object({
    drafts: z.int().openapi({ description: 'How many drafts change.' }),
    live: z.int().openapi({ description: 'Of how many live entries readers see a change.' }),
    losses: z
      .array(z.object({ collection, field: z.string(), reason: z.string(), count, ids }))
      .openapi({ description: 'The values that are lost, by the fields as they were called before.' }),
    problems: z
      .array(z.object({ collection, field: z.string(), code: z.string(), count, ids }))
      .openapi({ description: 'The rules that drafts break from now on.' }),
    readers: z.array(z.string()).openapi({ description: 'What readers of the content API will notice.' }),
    collections: z
      .array(z.object({ collection: z.string(), drafts: z.int(), live: z.int() }))
      .optional()
      .openapi({ description: 'Of a component: the counts of the collections that can have its blocks.' }),
  })
  .openapi('ModelChangeReport')

export const modelChangeResultSchema = z
  .object({ doc: modelSchema, report: modelChangeReportSchema })
  .openapi('ModelChangeResult')
