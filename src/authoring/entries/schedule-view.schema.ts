// Schemas of schedules in responses, and of the targets of a draft.
import { z } from '@hono/zod-openapi'
import { entryStates } from '../../content/values/model.ts'
import { scheduleStates } from '../../entries/schedules.ts'
import { bySchema, timestamp } from '../../http/record.schema.ts'

export const problemSchema = z.object({
  path: z.string().openapi({ example: '/data/title', description: 'A JSON Pointer.' }),
  code: z.string().openapi({ example: 'required' }),
  severity: z
    .enum(['error', 'warning'])
    .openapi({ description: 'An error keeps the draft from being published.' }),
  message: z.string(),
})

export const scheduleSchema = z.object({
  publishAt: timestamp.nullable(),
  unpublishAt: timestamp.nullable(),
  draftVersion: z.int().openapi({ description: 'The version of the draft that goes live.' }),
  group: z.string().nullable().openapi({
    description: 'The id of the entry that was asked for, where several go live together.',
  }),
  changed: z.boolean().openapi({
    description: 'Whether the draft has changed since. What goes live is the version that was scheduled.',
  }),
  state: z.enum(scheduleStates).openapi({
    description: '`failed` if publishing was refused when its time came. It is not tried again.',
  }),
  reason: z.string().nullable().openapi({ description: 'Why publishing was refused, as one text.' }),
  problems: z
    .array(problemSchema.omit({ severity: true }))
    .readonly()
    .openapi({ description: 'The same by field, where the draft broke rules of its model.' }),
  createdBy: bySchema,
})

export const linkShape = {
  id: z.string().nullable().openapi({
    description: 'null for a reference by collection and slug where no entry stands.',
  }),
  collection: z.string().nullable().openapi({ description: 'null for an id that no entry has.' }),
  slug: z.string().nullable(),
  title: z.string().nullable(),
  state: z.enum(entryStates).nullable().openapi({ description: 'null if there is no such entry.' }),
  path: z.string().openapi({ description: 'The field that refers, as a JSON Pointer.' }),
  publishAt: timestamp.nullable().openapi({ description: 'When it is published by its schedule.' }),
  unpublishAt: timestamp.nullable().openapi({ description: 'When it is withdrawn by its schedule.' }),
}
const targetSchema = z.object(linkShape)

/** A schedule with its looked-up targets. Lists of entries use the schema without them. */
export const fullScheduleSchema = scheduleSchema.extend({
  with: z
    .array(
      z.object({
        id: z.string(),
        draftVersion: z.int(),
        collection: z.string(),
        slug: z.string(),
        title: z.string().nullable(),
      }),
    )
    .openapi({ description: 'The other entries that go live together with this one.' }),
  notLive: z.array(targetSchema).openapi({
    description:
      'What the scheduled draft refers to and, as far as schedules say, will not be live at `publishAt`; at most 500.',
  }),
})

export type TargetView = z.output<typeof targetSchema>
export type FullScheduleView = z.output<typeof fullScheduleSchema>
