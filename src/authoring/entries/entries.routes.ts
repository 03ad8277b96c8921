// Endpoints of entries in the management API. Requests authenticate with a session or an API key.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import { draftBytesMax } from '../../base/draft-size.ts'
import { entryIdPattern } from '../../content/values/model.ts'
import { createEntry, patchEntry, replaceEntry } from '../../entries/change-drafts.ts'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { invalidParameters, requiredInteger } from '../../http/request-url.ts'
import { respondPrivate } from '../../http/response/private-response.ts'
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
  replaceShape,
  versionMax,
} from './entries.schema.ts'
import {
  changeEntry,
  deleteEntry,
  type EntriesParts,
  getChanges,
  getEntry,
  getLinks,
  listEntries,
} from './entries.service.ts'
import { entriesQuery } from './entry-list.schema.ts'

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
export const entryPolicy: RoutePolicy = {
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

export function entriesEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  return [...readEndpoints(parts), ...draftEndpoints(parts)]
}

function readEndpoints(parts: EntriesRoutesParts): Endpoint[] {
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
      description: 'The entries of the space with their states, without their values.',
      query: entriesQuery,
      response: { schema: entryItemsSchema, description: 'A page of entries.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listEntries(parts, caller, query), { headers }),
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
          { doc: await deleteEntry(parts, caller, idOf(params), query.draftVersion) },
          { headers },
        ),
    }),
  ]
}
