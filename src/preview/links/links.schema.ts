// Schemas of the links and tokens of previews, for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import type { FieldError } from '../../base/errors.ts'
import { entryIdPattern } from '../../content/values/model.ts'
import { bySchema, listSchema, pageQuerySchema, timestamp } from '../../http/record.schema.ts'
import { linkStatuses } from './preview-link.ts'

const entriesMax = 50
const labelLengthMax = 100
const secondsMin = 300
const secondsMax = 7 * 24 * 60 * 60
const secondsDefault = 24 * 60 * 60

const labelMessage = `must have 1 to ${labelLengthMax} characters`
const secondsMessage = `must be an integer from ${secondsMin} to ${secondsMax}`

export const newLinkSchema = z.object({
  entries: z
    .array(z.string('must be an id').regex(entryIdPattern, 'must be the id of an entry'), 'must be a list')
    .min(1, 'must name an entry')
    .max(entriesMax, `must name at most ${entriesMax} entries`)
    .optional()
    .openapi({
      description: 'The ids of the entries whose drafts the link shows. All else is as it is live.',
    }),
  all: z
    .literal(true, 'must be true or absent')
    .optional()
    .openapi({ description: 'The link shows every draft. For owners and admins.' }),
  own: z.literal(true, 'must be true or absent').optional().openapi({
    description:
      'The token is for a window of yours: it shows every draft, lasts an hour, ends with your session and is in no list.',
  }),
  label: z
    .string('must be a string')
    .trim()
    .refine(text => text.length > 0 && [...text].length <= labelLengthMax, labelMessage)
    .refine(text => text.isWellFormed() && !text.includes('\0'), 'must have no NUL and no lone surrogate')
    .optional()
    .openapi({ example: 'For the author' }),
  expiresInSeconds: z
    .int(secondsMessage)
    .min(secondsMin, secondsMessage)
    .max(secondsMax, secondsMessage)
    .optional()
    .openapi({ description: `The default is ${secondsDefault}, a day.` }),
})
export type NewLink = z.output<typeof newLinkSchema>

/** Exactly one of these says what the token shows. */
const kinds = ['entries', 'all', 'own'] as const

/** Returns the errors of fields that do not go together. */
export function findMixedFields(sent: NewLink): readonly FieldError[] {
  const named = kinds.filter(name => sent[name] !== undefined)
  const message = `must be given alone: send one of ${kinds.join(', ')}`
  const unfit = sent.own ? (['label', 'expiresInSeconds'] as const) : []
  return [
    ...(named.length === 1 ? [] : [{ in: 'body' as const, name: named[1] ?? 'entries', message }]),
    ...unfit
      .filter(name => sent[name] !== undefined)
      .map(name => ({ in: 'body' as const, name, message: 'must be absent with own' })),
  ]
}

export function secondsOf({ own, expiresInSeconds }: NewLink): number {
  return own ? 60 * 60 : (expiresInSeconds ?? secondsDefault)
}

export const linkSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    entries: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'The ids of the entries whose drafts are shown; `null` if all are.' }),
    all: z.boolean(),
    own: z.boolean(),
    status: z.enum(linkStatuses).openapi({
      description: '`revoked` also if the maker has lost the right to it.',
    }),
    createdAt: timestamp,
    createdBy: bySchema,
    expiresAt: timestamp,
    revokedAt: timestamp.nullable(),
  })
  .openapi('PreviewLink')
export type LinkView = z.output<typeof linkSchema>

export const newLinkDocumentSchema = z
  .object({
    doc: linkSchema,
    token: z.string().openapi({
      example: 'flpv_…',
      description: 'The token, which is in this response only and cannot be read again.',
    }),
    url: z.string().nullable().openapi({
      description:
        "The page of the first entry on the space's first preview site, with the token; `null` if the space has no site, the entry no page, or the link no entries.",
    }),
  })
  .openapi('NewPreviewLink')
export const linkDocumentSchema = z.object({ doc: linkSchema }).openapi('PreviewLinkDocument')
export const linkListSchema = listSchema(linkSchema, 'shared links').openapi('PreviewLinkList')
export const linkParams = z.object({ id: z.string().openapi({ example: 'b2c4e6a8' }) })
export const linksQuery = pageQuerySchema(100)

export const previewSessionSchema = z
  .object({
    doc: z.object({
      kind: z.enum(['own', 'link', 'key']).openapi({
        description: '`own`: a window of its maker. `link`: a shared link. `key`: an API key.',
      }),
      entries: z
        .array(z.string())
        .nullable()
        .openapi({ description: 'The ids of the entries whose drafts are shown; `null` if all are.' }),
      all: z.boolean(),
      expiresAt: timestamp.nullable().openapi({ description: '`null` for an API key that does not expire.' }),
      dashboard: z.string().openapi({
        example: 'https://cms.example.com',
        description: 'The origin of the dashboard, the only one that may show the page in a frame.',
      }),
    }),
  })
  .openapi('PreviewSession')
