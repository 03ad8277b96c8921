// Endpoints of the history of entries and of the space.
import { z } from '@hono/zod-openapi'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { pageQuerySchema } from '../../http/record.schema.ts'
import { activityListSchema, activityQuerySchema } from '../activity/activity-list.schema.ts'
import { listActivity } from '../activity/activity-list.ts'
import { type EntriesRoutesParts, entriesTag } from '../entries/entries.routes.ts'
import { entryParams } from '../entries/entries.schema.ts'
import { managementPerPageMax } from '../entries/entry-list.schema.ts'
import { restoreBody, restoredSchema, versionDocumentSchema, versionListSchema } from './versions.schema.ts'
import { getVersion, listVersions, restoreFrom } from './versions.service.ts'

const path = '/api/v1/entries/{id}'

function requireId({ id }: Readonly<Record<string, string | null>>): string {
  if (id == null) throw entryNotFound()
  return id
}

export function versionEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  const reading = { method: 'get', tag: entriesTag, guard: parts.guardFor('read') } as const
  return [
    endpoint({
      ...reading,
      path: `${path}/versions`,
      operationId: 'listEntryVersions',
      summary: 'List the versions of an entry',
      description:
        'Drafts and publications, newest first. Saves of one caller within 10 minutes are one version.',
      params: entryParams,
      query: pageQuerySchema(managementPerPageMax),
      response: { schema: versionListSchema, description: 'A page of versions.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, query, headers }) =>
        respondPrivate(await listVersions(parts, caller.space, requireId(params), query), { headers }),
    }),
    endpoint({
      ...reading,
      path: `${path}/versions/{version}`,
      operationId: 'getEntryVersion',
      summary: 'Fetch one version of an entry',
      description: 'Its values, as they were.',
      params: entryParams.extend({
        version: z
          .string()
          .openapi({ example: 'p3', description: '`d12` is draft 12, `p3` is publication 3.' }),
      }),
      query: z.object({}),
      response: { schema: versionDocumentSchema, description: 'The version.' },
      errors: ['entry_not_found', 'version_not_found'],
      handle: async ({ caller, params, headers }) => {
        const doc = await getVersion(parts, caller.space, requireId(params), params.version ?? null)
        return respondPrivate({ doc }, { headers })
      },
    }),
    endpoint({
      method: 'post',
      tag: entriesTag,
      guard: parts.guardFor('write'),
      path: `${path}/restore`,
      operationId: 'restoreEntry',
      summary: 'Make an older version the draft',
      description:
        'All of it, or the values that `paths` name. Live content does not change. Restoring is a version itself, so it can be undone.',
      params: entryParams,
      query: z.object({}),
      body: restoreBody,
      response: {
        schema: restoredSchema,
        description: 'The entry as it is now, and what could not be restored.',
      },
      errors: ['entry_not_found', 'version_not_found', 'draft_conflict', 'entry_archived'],
      handle: async ({ caller, params, body, headers }) =>
        respondPrivate(await restoreFrom(parts, caller, requireId(params), body), { headers }),
    }),
    endpoint({
      ...reading,
      path: '/api/v1/activity',
      operationId: 'listActivity',
      summary: 'List the activity of a space',
      description:
        'Newest first; what commands did, too. What was done with API keys and members is listed for those who manage them, with a session.',
      query: activityQuerySchema,
      response: { schema: activityListSchema, description: 'A page of records.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listActivity(parts, caller, query), { headers }),
    }),
  ]
}
