// Shapes of API keys as they go over the wire, each declared once: for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { type Clock, parseTimestamp } from '../base/clock.ts'
import { controlCharacter } from '../base/text.ts'
import { listSchema } from '../http/list.ts'
import { keyStatuses, type Scope, scopes } from './api-key.ts'

const nameLengthMax = 100
const overlapSecondsMax = 604_800
const scopesSentMax = 20

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

/** A key as every output shows it. Neither the secret nor its hash is in it. */
export const apiKeySchema = z
  .object({
    id: z.string().openapi({ example: '3kTMd0Yp9cVb2LqXw8Za' }),
    name: z.string().openapi({ example: 'Website' }),
    prefix: z
      .string()
      .openapi({ example: 'flst_4Zt9bQm', description: 'The first characters of the secret.' }),
    scopes: z.array(z.enum(scopes)),
    status: z.enum(keyStatuses),
    createdAt: timestamp,
    createdBy: z.string().openapi({ example: 'ada@example.com' }),
    updatedAt: timestamp,
    expiresAt: timestamp.nullable().openapi({ example: '2099-12-31T00:00:00.000Z' }),
    lastUsedAt: timestamp.nullable().openapi({ description: 'To about a minute.' }),
    revokedAt: timestamp.nullable().openapi({ example: null }),
  })
  .openapi('ApiKey')

export const apiKeyListSchema = listSchema(apiKeySchema, 'keys of the space').openapi('ApiKeyList')
export const apiKeyDocumentSchema = z.object({ doc: apiKeySchema }).openapi('ApiKeyDocument')
export const newApiKeySchema = z
  .object({
    doc: apiKeySchema,
    key: z.string().openapi({
      example: 'flst_…',
      description: 'The secret. It is in this answer and can never be read again.',
    }),
  })
  .openapi('NewApiKey')

const nameMessage = `must have 1 to ${nameLengthMax} characters`
const name = z
  .string('must be a text')
  .trim()
  .refine(text => text.length > 0 && [...text].length <= nameLengthMax, nameMessage)
  .refine(text => !controlCharacter.test(text), 'must not hold control characters')
  .refine(text => text.isWellFormed(), 'must not hold a lone surrogate')
  .openapi({
    minLength: 1,
    maxLength: nameLengthMax,
    example: 'Website',
    description: 'What the key is for.',
  })

const scopesMessage = `must be a list of scopes, at least one; there are: ${scopes.join(', ')}`
const scopeList = z
  .array(z.string(scopesMessage), scopesMessage)
  .min(1, scopesMessage)
  .max(scopesSentMax, `must name at most ${scopesSentMax}`)
  .transform((named, context): readonly Scope[] => {
    const unknown = named.filter(scope => !scopes.some(known => known === scope))
    if (unknown.length > 0) {
      const shown = unknown.map(scope => [...scope].slice(0, nameLengthMax).join('').toWellFormed())
      context.addIssue({
        code: 'custom',
        message: `must not name ${shown.join(', ')}; there are: ${scopes.join(', ')}`,
      })
    }
    return scopes.filter(scope => named.includes(scope))
  })
  .openapi({
    type: 'array',
    items: { type: 'string', enum: [...scopes] },
    minItems: 1,
    maxItems: scopesSentMax,
    description: 'Replaces all.',
  })

/** How one says that nothing ends the key: in a body, and on the command line. */
type NeverWord = 'null for never' | 'never'

/** What is the future is the clock's to say, so the schema is made for a server. As milliseconds since 1970. */
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
      description: 'null is never.',
    })
}

export function newKeySchema(clock: Clock, never: NeverWord = 'null for never') {
  return z.object({
    name,
    scopes: scopeList.optional().openapi({ description: '`["content.read"]` where absent.' }),
    expiresAt: expiry(clock, never)
      .optional()
      .openapi({ description: 'In 365 days where absent; null is never.' }),
  })
}

/** Absent keeps a field as it is. */
export function changeKeySchema(clock: Clock) {
  return z.object({
    name: name.optional(),
    scopes: scopeList.optional(),
    expiresAt: expiry(clock, 'null for never').optional(),
  })
}

const overlapMessage = `must be a whole number from 0 to ${overlapSecondsMax}`
export const rotateKeySchema = z.object({
  overlapSeconds: z
    .int(overlapMessage)
    .min(0, overlapMessage)
    .max(overlapSecondsMax, overlapMessage)
    .default(0)
    .openapi({ description: 'How long the secret so far goes on being accepted.' }),
})

export type ApiKeyView = z.output<typeof apiKeySchema>
export type NewKey = z.output<ReturnType<typeof newKeySchema>>
export type KeyChange = z.output<ReturnType<typeof changeKeySchema>>
