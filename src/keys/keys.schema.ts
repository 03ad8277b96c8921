// Schemas of API keys in requests and responses, used for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { type Clock, parseTimestamp } from '../base/clock.ts'
import { describeKind, kindOf, type Scope, scopeKinds, scopes } from '../base/scopes.ts'
import { controlCharacter } from '../base/text.ts'
import { listSchema } from '../http/record.schema.ts'
import { keyStatuses } from './api-key.ts'

const nameLengthMax = 100
const overlapSecondsMax = 604_800
const scopesSentMax = 20

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

/** A key in every response. It contains neither the secret nor its hash. */
const apiKeySchema = z
  .object({
    id: z.string().openapi({ example: '3kTMd0Yp9cVb2LqXw8Za' }),
    name: z.string().openapi({ example: 'Website' }),
    prefix: z
      .string()
      .openapi({ example: 'flst_4Zt9bQm', description: 'The first 12 characters of the API key.' }),
    scopes: z.array(z.enum(scopes)),
    status: z.enum(keyStatuses),
    createdAt: timestamp,
    createdBy: z.string().openapi({ example: 'ada@example.com' }),
    updatedAt: timestamp,
    expiresAt: timestamp.nullable().openapi({ example: '2099-12-31T00:00:00.000Z' }),
    lastUsedAt: timestamp.nullable().openapi({ description: 'Accurate to about a minute.' }),
    revokedAt: timestamp.nullable().openapi({ example: null }),
  })
  .openapi('ApiKey')

export const apiKeyListSchema = listSchema(apiKeySchema, 'API keys of the space').openapi('ApiKeyList')
export const apiKeyDocumentSchema = z.object({ doc: apiKeySchema }).openapi('ApiKeyDocument')
export const newApiKeySchema = z
  .object({
    doc: apiKeySchema,
    key: z.string().openapi({
      example: 'flst_…',
      description: 'The secret. It is in this response only and cannot be read again.',
    }),
  })
  .openapi('NewApiKey')

const nameMessage = `must have 1 to ${nameLengthMax} characters`
const name = z
  .string('must be a string')
  .trim()
  .refine(text => text.length > 0 && [...text].length <= nameLengthMax, nameMessage)
  .refine(text => !controlCharacter.test(text), 'must not contain control characters')
  .refine(text => text.isWellFormed(), 'must not contain a lone surrogate')
  .openapi({
    minLength: 1,
    maxLength: nameLengthMax,
    example: 'Website',
    description: 'What the API key is for.',
  })

const scopesMessage = `must be a list of at least one scope; allowed are: ${scopes.join(', ')}`
const scopeList = z
  .array(z.unknown(), scopesMessage)
  .min(1, scopesMessage)
  .max(scopesSentMax, `must have at most ${scopesSentMax} items`)
  .transform((sent, context): readonly Scope[] => {
    const named = sent.filter(scope => typeof scope === 'string')
    if (named.length < sent.length) context.addIssue({ code: 'custom', message: scopesMessage })
    const unknown = named.filter(scope => !scopes.some(known => known === scope))
    if (unknown.length > 0) {
      const shown = unknown.map(scope => [...scope].slice(0, nameLengthMax).join('').toWellFormed())
      context.addIssue({
        code: 'custom',
        message: `has unknown scopes: ${shown.join(', ')}; allowed are: ${scopes.join(', ')}`,
        params: { allowed: scopes },
      })
    }
    const known = scopes.filter(scope => named.includes(scope))
    if (new Set(known.map(kindOf)).size > 1) {
      const kinds = scopeKinds.map(describeKind).join(' or ')
      context.addIssue({ code: 'custom', message: `must be either ${kinds}, of one kind only` })
    }
    return known
  })
  .openapi({
    type: 'array',
    items: { type: 'string', enum: [...scopes] },
    minItems: 1,
    maxItems: scopesSentMax,
    description:
      'Replaces all scopes of the API key. An API key has delivery scopes (`content.read`, `schema.read`), management scopes (`draft.read`, `content.write`, `content.publish`, `model.write`) or `content.preview`, and keeps its kind.',
  })

/** The notation of "no expiry" in a request body, or on the command line. */
type NeverWord = 'null for never' | 'never'

/** Parses the expiry to milliseconds since 1970. It must be in the future by the given clock. */
function expiry(clock: Clock, never: NeverWord) {
  const message = `must be an RFC 3339 time in the future with its zone, such as 2027-01-31T00:00:00Z, or ${never}`
  return z
    .string(message)
    .transform((text, context) => {
      const time = parseTimestamp(text)
      if (time !== null && time > clock()) return time
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .nullable()
    .openapi({
      type: ['string', 'null'],
      format: 'date-time',
      example: '2099-12-31T00:00:00.000Z',
      description: '`null` means never.',
    })
}

export function newKeySchema(clock: Clock, never: NeverWord = 'null for never') {
  return z.object({
    name,
    scopes: scopeList.optional().openapi({
      description:
        'Default: `["content.read"]`. Delivery scopes (`content.read`, `schema.read`), management scopes (`draft.read`, `content.write`, `content.publish`, `model.write`) or `content.preview`: scopes of one kind, which the API key then keeps.',
    }),
    expiresAt: expiry(clock, never)
      .optional()
      .openapi({ description: 'Default: in 365 days. `null` means never.' }),
  })
}

/** Absent fields stay unchanged. */
export function changeKeySchema(clock: Clock) {
  return z.object({
    name: name.optional(),
    scopes: scopeList.optional(),
    expiresAt: expiry(clock, 'null for never').optional(),
  })
}

const overlapMessage = `must be an integer from 0 to ${overlapSecondsMax}`
export const rotateKeySchema = z.object({
  overlapSeconds: z
    .int(overlapMessage)
    .min(0, overlapMessage)
    .max(overlapSecondsMax, overlapMessage)
    .default(0)
    .openapi({ description: 'How long the previous secret is still accepted.' }),
})

export type ApiKeyView = z.output<typeof apiKeySchema>
export type NewKey = z.output<ReturnType<typeof newKeySchema>>
export type KeyChange = z.output<ReturnType<typeof changeKeySchema>>
