// Schemas of schedules in requests and responses.
import { z } from '@hono/zod-openapi'
import { parseTimestamp } from '../../base/clock.ts'
import type { FieldError } from '../../base/errors.ts'
import { toPointer } from '../../base/json.ts'
import { scheduleStates } from '../../entries/schedules.ts'
import { invalidBody } from '../../http/body.ts'
import { listSchema, pageQuerySchema } from '../../http/record.schema.ts'
import { idShape, seenShape } from '../entries/entries.schema.ts'
import { fullScheduleSchema } from '../entries/schedule-view.schema.ts'

const scheduledEntrySchema = z
  .object({
    entry: z.object({
      id: z.string(),
      collection: z.string(),
      slug: z.string().openapi({ description: 'Of the draft.' }),
      title: z.string().nullable(),
    }),
    ...fullScheduleSchema.shape,
  })
  .openapi('ScheduledEntry')

export type ScheduledEntryView = z.output<typeof scheduledEntrySchema>
export const scheduleListSchema = listSchema(scheduledEntrySchema, 'schedules').openapi('ScheduleList')

const perPageMax = 1000

export const scheduleQuerySchema = pageQuerySchema(perPageMax).extend({
  state: z
    .enum(scheduleStates, `must be one of ${scheduleStates.join(', ')}`)
    .optional()
    .openapi({ description: 'Only schedules in this state.' }),
  createdBy: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .openapi({ description: 'The name of who scheduled, or `me`.' }),
})

export type ScheduleQuery = z.output<typeof scheduleQuerySchema>

/** Parses a time to milliseconds since 1970. Null or an absent value means no time. */
function time(description: string) {
  const message = 'must be an RFC 3339 time with its zone, such as 2027-01-31T00:00:00Z, or null'
  return z
    .string(message)
    .transform((text, context) => {
      const parsed = parseTimestamp(text)
      if (parsed !== null) return parsed
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .nullable()
    .default(null)
    .openapi({
      type: ['string', 'null'],
      format: 'date-time',
      example: '2099-12-31T00:00:00.000Z',
      description,
    })
}

const withMax = 50

export const scheduleShape = {
  ...seenShape,
  publishAt: time('When the draft goes live, at most five years ahead. Absent or null: never.'),
  unpublishAt: time('When the entry is withdrawn, after `publishAt`. Absent or null: never.'),
  with: z
    .array(
      z.strictObject({ ...idShape, ...seenShape }, 'must be an object with id and draftVersion'),
      'must be a list of objects with id and draftVersion',
    )
    .max(withMax, `must have at most ${withMax} entries`)
    .optional()
    .openapi({
      description:
        'Entries whose drafts go live together with this one, at `publishAt`: all in one transaction, or none of them.',
    }),
}

const yearsMax = 5
const dayMs = 86_400_000
const aheadMaxMs = (yearsMax * 365 + 2) * dayMs

interface SentSchedule {
  readonly id: string
  readonly publishAt: number | null
  readonly unpublishAt: number | null
  readonly with?: readonly { readonly id: string }[] | undefined
}

/** Throws unless the times are in the future and in order, and `with` names other entries. */
export function requireSchedule(
  { id, publishAt, unpublishAt, with: others = [] }: SentSchedule,
  now: number,
): void {
  const errors: FieldError[] = []
  const add = (name: string, message: string) => errors.push({ in: 'body', name, message })
  for (const [name, at] of Object.entries({ publishAt, unpublishAt })) {
    if (at === null || (at > now && at <= now + aheadMaxMs)) continue
    add(name, `must be in the future, at most ${yearsMax} years ahead`)
  }
  if (publishAt === null && unpublishAt === null) {
    add('publishAt', 'must be given, unless `unpublishAt` is; DELETE cancels the schedule of the entry')
  } else if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt) {
    add('unpublishAt', 'must be later than publishAt')
  }
  if (others.length > 0 && publishAt === null)
    add('with', 'needs publishAt: these entries are published then')
  const named = new Set([id])
  for (const [index, other] of others.entries()) {
    const message = other.id === id ? 'must be another entry' : 'must name each entry once'
    if (named.has(other.id)) add(toPointer('with', index, 'id'), message)
    named.add(other.id)
  }
  if (errors.length > 0) throw invalidBody(errors)
}
