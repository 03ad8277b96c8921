// The operations that a request may contain: their schema, the right that they require, and what they do.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import { archiveEntry, unarchiveEntry } from '../../entries/archive-entry.ts'
import { createEntry } from '../../entries/create-entry.ts'
import { discardDraft } from '../../entries/discard-draft.ts'
import type { EntryInTransaction } from '../../entries/entry-transaction.ts'
import { patchEntry } from '../../entries/patch-entry.ts'
import { publishEntry } from '../../entries/publish-entry.ts'
import { replaceEntry } from '../../entries/replace-entry.ts'
import { scheduleEntry } from '../../entries/schedule-entry.ts'
import { unpublishEntry } from '../../entries/unpublish-entry.ts'
import {
  idShape,
  newEntryShape,
  patchShape,
  publishShape,
  replaceShape,
  seenShape,
  unarchiveShape,
} from '../entries/entries.schema.ts'
import type { Work } from '../entries/entries.service.ts'
import { requireSchedule, scheduleShape } from '../schedules/schedule.schema.ts'

interface Operation<Schema extends z.ZodObject> {
  readonly right: ContentRight
  readonly schema: Schema
  readonly run: (work: Work, body: z.output<Schema>) => Promise<EntryInTransaction>
}

/** An operation with its body type erased. Its schema has validated the body before `run`. */
export interface AnyOperation {
  readonly right: ContentRight
  readonly schema: z.ZodObject
  readonly run: (work: Work, body: Record<string, unknown>) => Promise<EntryInTransaction>
}

function operation<Schema extends z.ZodObject>(given: Operation<Schema>): AnyOperation {
  return given as unknown as AnyOperation
}

/** Makes the version optional, for entries that an earlier operation of the request has written. */
function withOptionalVersion<Shape extends { readonly draftVersion: z.ZodType }>({
  draftVersion,
  ...others
}: Shape) {
  return { ...others, draftVersion: draftVersion.optional() } as Omit<Shape, 'draftVersion'> & {
    draftVersion: z.ZodOptional<Shape['draftVersion']>
  }
}

export const operations: Readonly<Record<string, AnyOperation>> = {
  create: operation({
    right: 'write',
    schema: z.object(newEntryShape),
    run: async ({ transaction }, body) => (await createEntry(transaction, body)).entry,
  }),
  patch: operation({
    right: 'write',
    schema: z.object({ ...idShape, ...withOptionalVersion(patchShape) }),
    run: async ({ transaction }, body) => (await patchEntry(transaction, body)).entry,
  }),
  replace: operation({
    right: 'write',
    schema: z.object({ ...idShape, ...withOptionalVersion(replaceShape) }),
    run: async ({ transaction }, body) => (await replaceEntry(transaction, body)).entry,
  }),
  publish: operation({
    right: 'publish',
    schema: z.object({ ...idShape, ...withOptionalVersion(publishShape) }),
    run: ({ transaction }, { id, draftVersion, publishedAt = null }) =>
      publishEntry(transaction, { id, draftVersion, publishedAt }),
  }),
  unpublish: operation({
    right: 'publish',
    schema: z.object(idShape),
    run: ({ transaction }, { id }) => unpublishEntry(transaction, id),
  }),
  schedule: operation({
    right: 'publish',
    schema: z.object({ ...idShape, ...withOptionalVersion(scheduleShape) }),
    run: ({ transaction }, body) => {
      requireSchedule(body, transaction.now)
      return scheduleEntry(transaction, body)
    },
  }),
  discard: operation({
    right: 'write',
    schema: z.object({ ...idShape, ...withOptionalVersion(seenShape) }),
    run: ({ transaction }, body) => discardDraft(transaction, body),
  }),
  archive: operation({
    right: 'write',
    schema: z.object({ ...idShape, ...withOptionalVersion(seenShape) }),
    run: ({ transaction, requirePublish }, body) => archiveEntry(transaction, body, requirePublish),
  }),
  unarchive: operation({
    right: 'write',
    schema: z.object({ ...idShape, ...withOptionalVersion(unarchiveShape) }),
    run: ({ transaction }, body) => unarchiveEntry(transaction, body),
  }),
}
