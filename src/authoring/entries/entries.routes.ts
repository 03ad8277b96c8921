// Endpoints of entries in the management API. Requests authenticate with a session or an API key.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import type { ErrorCode } from '../../base/error-table.ts'
import { draftBytesMax } from '../../base/limits.ts'
import { entryIdPattern } from '../../content/values/model.ts'
import { archiveEntry, unarchiveEntry } from '../../entries/archive-entry.ts'
import { createEntry } from '../../entries/create-entry.ts'
import { discardDraft } from '../../entries/discard-draft.ts'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { patchEntry } from '../../entries/patch-entry.ts'
import { publishEntry } from '../../entries/publish-entry.ts'
import { replaceEntry } from '../../entries/replace-entry.ts'
import { unpublishEntry } from '../../entries/unpublish-entry.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { invalidParameters, requiredInteger } from '../../http/request-url.ts'
import { managementPolicy, type RoutePolicy } from '../../http/server-env.ts'
import { findContentErrors, type SentEntry } from './content-errors.ts'
import {
  changesSchema,
  entryDocumentSchema,
  entryIdRule,
  entryItemsSchema,
  entryParams,
  linksSchema,
  newEntryShape,
  patchedEntrySchema,
  patchShape,
  publishShape,
  replaceShape,
  seenShape,
  stateDocumentSchema,
  unarchiveShape,
  versionMax,
} from './entries.schema.ts'
import {
  changeEntry,
  deleteAndReturn,
  type EntriesParts,
  type EntryListParts,
  getChanges,
  getEntry,
  getLinks,
  listEntries,
  type Work,
} from './entries.service.ts'
import { entriesQuery, entryConditionsDocument } from './entry-list.schema.ts'
import { parseEntryConditions } from './entry-query.ts'

export interface EntriesRoutesParts extends EntriesParts {
  /** A guard that requires a session or an API key with all of these rights. */
  readonly guardFor: (...rights: ContentRight[]) => Guard<Caller>
}

const base = '/api/v1/entries'
const path = `${base}/{id}`
export const entriesTag = 'Entries'
const noQuery = z.object({})
const draftVersionParameter = (description: string) =>
  requiredInteger({ min: 0, max: versionMax, description })

/** The policy of requests whose body is an entry. */
const entryPolicy: RoutePolicy = {
  ...managementPolicy,
  bodyBytesMax: draftBytesMax,
  exactNumbers: true,
}

/** Returns the id in the path. A parameter that cannot be an id matches no entry, so it is a 404. */
const idOf = (params: Readonly<Record<string, string | null>>): string => {
  if (params.id == null) throw entryNotFound()
  return params.id
}

/** Returns the id in the path for a request that may create the entry, so an invalid id is a 400. */
const newIdOf = ({ id }: Readonly<Record<string, string | null>>): string => {
  if (id != null && entryIdPattern.test(id)) return id
  throw invalidParameters([{ in: 'path', name: 'id', message: entryIdRule }])
}

export function entriesEndpoints(parts: EntriesRoutesParts & EntryListParts): Endpoint[] {
  return [...readEndpoints(parts), ...draftEndpoints(parts)]
}

function readEndpoints(parts: EntriesRoutesParts & EntryListParts): Endpoint[] {
  const common = {
    method: 'get',
    tag: entriesTag,
    guard: parts.guardFor('read'),
    policy: entryPolicy,
  } as const
  return [
    endpoint({
      ...common,
      path: base,
      operationId: 'listManagedEntries',
      summary: 'List entries',
      description:
        'The entries of the space with their states. Conditions on fields, an order by a field and values of fields need one `collection`; drafts are then evaluated one by one, at most 10,000.',
      query: entriesQuery,
      queryDocument: entryConditionsDocument,
      parseModelParameters: parseEntryConditions,
      response: { schema: entryItemsSchema, description: 'A page of entries.' },
      errors: ['query_too_costly', 'collection_not_found', 'overloaded'],
      handle: async ({ request, caller, query, modelParameters, withoutPermit, headers }) => {
        const { signal } = request
        const list = { wanted: query, parameters: modelParameters, signal, withoutPermit }
        return respondPrivate(await listEntries(parts, caller, list), { headers })
      },
    }),
    endpoint({
      ...common,
      path,
      operationId: 'getManagedEntry',
      summary: 'Fetch one entry',
      description: 'The draft, its problems, and the live publication.',
      params: entryParams,
      query: noQuery,
      response: { schema: entryDocumentSchema, description: 'The entry.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await getEntry(parts, caller.space, idOf(params)) }, { headers }),
    }),
    endpoint({
      ...common,
      path: `${path}/links`,
      operationId: 'getEntryLinks',
      summary: 'List the links of an entry',
      description:
        'The references of the draft, and the entries that refer to it in their drafts or in live content.',
      params: entryParams,
      query: noQuery,
      response: { schema: linksSchema, description: 'The links.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await getLinks(parts, caller.space, idOf(params)) }, { headers }),
    }),
    endpoint({
      ...common,
      path: `${path}/changes`,
      operationId: 'getEntryChanges',
      summary: 'Compare a draft with its live publication',
      description: 'Cheap enough to be asked for every few seconds while an entry is open.',
      params: entryParams,
      query: z.object({ since: draftVersionParameter('The draft version from which on to look.') }),
      response: { schema: changesSchema, description: 'The changes.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, query, headers }) =>
        respondPrivate(
          { doc: await getChanges(parts, caller.space, idOf(params), query.since) },
          { headers },
        ),
    }),
  ]
}

interface EntryRequest {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly body: SentEntry
}

function draftEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  const common = {
    tag: entriesTag,
    guard: parts.guardFor('write'),
    query: noQuery,
    policy: entryPolicy,
  } as const
  const findErrorsOfEntry = ({ caller, params, body }: EntryRequest) =>
    findContentErrors(parts.database, caller, params.id ?? null, body)
  return [
    endpoint({
      ...common,
      method: 'post',
      path: base,
      operationId: 'createEntry',
      summary: 'Create an entry',
      description:
        'A new draft. Fields that are absent get the defaults of the model. With an `id`, the request may be repeated: the same content again is a 200 that changes nothing.',
      body: z.object(newEntryShape),
      response: { status: 201, otherStatus: 200, schema: entryDocumentSchema, description: 'The new entry.' },
      errors: ['collection_not_found', 'entry_exists', 'slug_taken', 'singleton_exists'],
      findErrors: ({ caller, body }) => findContentErrors(parts.database, caller, null, body),
      handle: async ({ caller, body, headers }) => {
        const { doc, result } = await changeEntry(parts, caller, ['write'], async ({ transaction }) => {
          const { entry, isNew } = await createEntry(transaction, body)
          return { id: entry.id, isNew }
        })
        return respondPrivate({ doc }, { status: result.isNew ? 201 : 200, headers })
      },
    }),
    endpoint({
      ...common,
      method: 'patch',
      path,
      operationId: 'patchEntry',
      summary: 'Change fields of a draft',
      description:
        'What is not named stays; null takes a value away. A path that others changed since `draftVersion` is a conflict, unless it has the value already; others may change other paths meanwhile.',
      params: entryParams,
      body: z.object(patchShape),
      response: { schema: patchedEntrySchema, description: 'The entry as it is now.' },
      errors: ['entry_not_found', 'draft_conflict', 'slug_taken', 'entry_archived'],
      findErrors: findErrorsOfEntry,
      handle: async ({ caller, params, body, headers }) => {
        const { doc, result } = await changeEntry(parts, caller, ['write'], async ({ transaction }) => {
          const { entry, changedByOthers } = await patchEntry(transaction, { ...body, id: idOf(params) })
          return { id: entry.id, changedByOthers }
        })
        return respondPrivate({ doc, changedByOthers: result.changedByOthers }, { headers })
      },
    }),
    endpoint({
      ...common,
      method: 'put',
      path,
      operationId: 'replaceEntry',
      summary: 'Replace a draft',
      description:
        'Replaces slug, data and overlays; the slug stays where it is absent. The same content as now is a 200 that changes nothing, whatever the version. With `draftVersion` 0 the entry is created.',
      params: entryParams,
      body: z.object(replaceShape),
      response: { otherStatus: 201, schema: entryDocumentSchema, description: 'The entry as it is now.' },
      errors: [
        'entry_not_found',
        'collection_not_found',
        'draft_conflict',
        'entry_exists',
        'slug_taken',
        'singleton_exists',
        'entry_archived',
      ],
      findErrors: findErrorsOfEntry,
      handle: async ({ caller, params, body, headers }) => {
        const id = body.draftVersion === 0 ? newIdOf(params) : idOf(params)
        const { doc, result } = await changeEntry(parts, caller, ['write'], async ({ transaction }) => {
          const { entry, isNew } = await replaceEntry(transaction, { ...body, id })
          return { id: entry.id, isNew }
        })
        return respondPrivate({ doc }, { status: result.isNew ? 201 : 200, headers })
      },
    }),
    endpoint({
      ...common,
      method: 'delete',
      guard: parts.guardFor('write', 'publish'),
      path,
      operationId: 'deleteEntry',
      summary: 'Delete an entry for good',
      description: 'An archived entry and its history. That it was published is not forgotten.',
      params: entryParams,
      query: z.object({
        draftVersion: draftVersionParameter('The version of the draft that the caller has seen.'),
      }),
      response: { schema: entryDocumentSchema, description: 'The entry as it was.' },
      errors: ['entry_not_found', 'draft_conflict', 'entry_not_archived'],
      handle: async ({ caller, params, query, headers }) =>
        respondPrivate(
          { doc: await deleteAndReturn(parts, caller, idOf(params), query.draftVersion) },
          { headers },
        ),
    }),
  ]
}

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
