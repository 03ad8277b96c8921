// Schemas that all records of the management API share: times, and the actors of changes.
import { z } from '@hono/zod-openapi'
import { actorKinds } from '../../base/actor.ts'

export const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

export const bySchema = z
  .object({ kind: z.enum(actorKinds), name: z.string().openapi({ example: 'ada@example.com' }) })
  .nullable()
  .openapi({ description: 'Who did it; null if unknown. The name of a user is the e-mail.' })
