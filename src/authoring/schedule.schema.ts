// Schemas of schedules in requests and responses.
import { z } from '@hono/zod-openapi'
import { byKinds } from '../base/by.ts'
import { type Clock, parseTimestamp } from '../base/clock.ts'
import { scheduleStates } from '../drafts/schedules.ts'
import { listSchema, pageQuerySchema } from '../http/list.ts'

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

export const scheduleSchema = z
  .object({
    publishAt: timestamp.nullable(),
    unpublishAt: timestamp.nullable(),
    draftVersion: z.int().openapi({ description: 'The version of the draft that goes live.' }),
    changed: z.boolean().openapi({
      description: 'Whether the draft has changed since. What goes live is the version that was scheduled.',
    }),
    state: z.enum(scheduleStates).openapi({
      description: '`failed` if publishing was refused when its time came. It is not tried again.',
    }),
    reason: z.string().nullable().openapi({ description: 'Why publishing was refused.' }),
    createdBy: z.object({ kind: z.enum(byKinds), name: z.string() }).nullable(),
  })
  .openapi('Schedule')

export const cancelledSchema = z
  .object({ publishAt: timestamp.nullable(), unpublishAt: timestamp.nullable() })
  .openapi('CancelledSchedule', { description: 'What was pending, and will not happen any more.' })

const scheduledEntrySchema = z
  .object({
    entry: z.object({
      id: z.string(),
      collection: z.string(),
      slug: z.string().openapi({ description: 'Of the draft.' }),
      title: z.string().nullable(),
    }),
    ...scheduleSchema.shape,
  })
  .openapi('ScheduledEntry')

export const scheduleListSchema = listSchema(scheduledEntrySchema, 'schedules').openapi('ScheduleList')

const perPageMax = 1000

export const scheduleQuerySchema = pageQuerySchema(perPageMax).extend({
  state: z
    .enum(scheduleStates, `must be one of ${scheduleStates.join(', ')}`)
    .optional()
    .openapi({ description: 'Only schedules in this state.' }),
})

const yearMs = 365.25 * 86_400_000
const yearsMax = 5

/** Milliseconds since 1970. Null is no time, like an absent one. */
function futureTime(clock: Clock, description: string) {
  const message = `must be an RFC 3339 time in the future with its zone, such as 2027-01-31T00:00:00Z, at most ${yearsMax} years ahead, or null`
  return z
    .string(message)
    .transform((text, context) => {
      const time = parseTimestamp(text)
      const now = clock()
      if (time !== null && time > now && time <= now + yearsMax * yearMs) return time
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

export function newScheduleSchema(clock: Clock) {
  return z.object({
    draftVersion: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .openapi({ description: 'The current version of the draft: what goes live at `publishAt`.' }),
    publishAt: futureTime(clock, 'When the draft goes live. Absent or null: never.'),
    unpublishAt: futureTime(clock, 'When the entry is withdrawn, after `publishAt`. Absent or null: never.'),
  })
}
