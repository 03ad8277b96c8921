// Endpoints that change the state of entries: publish, unpublish, discard, archive and unarchive.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { ErrorCode } from '../../base/errors/error-table.ts'
import { discardDraft } from '../../entries/change-drafts.ts'
import { archiveEntry, publishEntry, unarchiveEntry, unpublishEntry } from '../../entries/change-states.ts'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/response/private-response.ts'
import { type EntriesRoutesParts, entriesTag } from './entries.routes.ts'
import {
  entryParams,
  publishShape,
  seenShape,
  stateDocumentSchema,
  unarchiveShape,
} from './entries.schema.ts'
import { changeEntry, type Work } from './entries.service.ts'

interface Action<Body extends z.ZodObject> {
  readonly name: 'publish' | 'unpublish' | 'discard' | 'archive' | 'unarchive'
  readonly summary: string
  readonly description: string
  readonly right: ContentRight
  readonly body: Body
  readonly errors: readonly ErrorCode[]
  readonly work: (parts: Work, id: string, body: z.output<Body>) => Promise<unknown>
}

export function entryStateEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  const toEndpoint = <Body extends z.ZodObject>(action: Action<Body>): Endpoint =>
    endpoint({
      method: 'post',
      path: `/api/v1/entries/{id}/${action.name}`,
      tag: entriesTag,
      guard: parts.guardFor(action.right),
      operationId: `${action.name}Entry`,
      summary: action.summary,
      description: action.description,
      params: entryParams,
      query: z.object({}),
      body: action.body,
      response: { schema: stateDocumentSchema, description: 'The entry as it is now.' },
      errors: ['entry_not_found', ...action.errors],
      handle: async ({ caller, params, body, headers }) => {
        const id = params.id ?? null
        if (id === null) throw entryNotFound()
        const { doc, cancelled } = await changeEntry(parts, caller, [action.right], async work => {
          await action.work(work, id, body)
          return { id }
        })
        return respondPrivate({ doc, ...(cancelled && { cancelled }) }, { headers })
      },
    })
  return [
    toEndpoint({
      name: 'publish',
      summary: 'Publish an entry',
      description:
        'Makes exactly the draft live that the caller has seen. If that is live already, nothing changes. A publication that was scheduled is cancelled.',
      right: 'publish',
      body: z.object(publishShape),
      errors: ['draft_conflict', 'draft_invalid', 'entry_archived', 'entry_too_large'],
      work: ({ transaction }, id, { draftVersion, publishedAt = null }) =>
        publishEntry(transaction, { id, draftVersion, publishedAt }),
    }),
    toEndpoint({
      name: 'unpublish',
      summary: 'Unpublish an entry',
      description: 'Stops serving the entry; its draft stays. If it is not live, nothing changes.',
      right: 'publish',
      body: z.object({}),
      errors: [],
      work: ({ transaction }, id) => unpublishEntry(transaction, id),
    }),
    toEndpoint({
      name: 'discard',
      summary: 'Discard the changes of a draft',
      description: 'The draft returns to the live content.',
      right: 'write',
      body: z.object(seenShape),
      errors: ['draft_conflict', 'entry_not_live', 'entry_archived', 'slug_taken'],
      work: ({ transaction }, id, { draftVersion }) => discardDraft(transaction, { id, draftVersion }),
    }),
    toEndpoint({
      name: 'archive',
      summary: 'Archive an entry',
      description:
        'Hides it from lists and frees its slug. The live publication is withdrawn and schedules are cancelled; either needs the right to publish.',
      right: 'write',
      body: z.object(seenShape),
      errors: ['draft_conflict'],
      work: ({ transaction, requirePublish }, id, { draftVersion }) =>
        archiveEntry(transaction, { id, draftVersion }, requirePublish),
    }),
    toEndpoint({
      name: 'unarchive',
      summary: 'Bring an archived entry back',
      description: 'It is a draft again. If its slug went to another entry, name a new one.',
      right: 'write',
      body: z.object(unarchiveShape),
      errors: ['draft_conflict', 'entry_not_archived', 'slug_taken', 'singleton_exists'],
      work: ({ transaction }, id, { draftVersion, slug }) =>
        unarchiveEntry(transaction, { id, draftVersion, slug }),
    }),
  ]
}
