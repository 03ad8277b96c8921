// Endpoints of history: the versions of entries, and who did what.
import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { respondPrivate } from '../http/private-response.ts'
import { type EntriesRoutesParts, entriesTag } from './entries.routes.ts'
import { entryParams } from './entries.schema.ts'
import {
  activityListSchema,
  entryVersionDocumentSchema,
  entryVersionListSchema,
  historyQuerySchema,
  restoredEntrySchema,
  restoreSchema,
  versionParamsSchema,
} from './history.schema.ts'
import { readActivity, readVersion, readVersions, restoreVersion } from './history.service.ts'

const base = '/api/v1'

export function historyEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  const { database, guardFor } = parts
  const common = { method: 'get', tag: entriesTag, guard: guardFor('read') } as const
  return [
    endpoint({
      ...common,
      path: `${base}/entries/{id}/versions`,
      operationId: 'listEntryVersions',
      summary: 'List the versions of an entry',
      description:
        'Its drafts and its publications, the newest first. Saves of one caller within ten minutes are one version.',
      params: entryParams,
      query: historyQuerySchema,
      response: { schema: entryVersionListSchema, description: 'A page of versions.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, query, headers }) =>
        respondPrivate(await readVersions(database, caller.space, params.id ?? null, query), { headers }),
    }),
    endpoint({
      ...common,
      path: `${base}/entries/{id}/versions/{version}`,
      operationId: 'getEntryVersion',
      summary: 'Fetch a version of an entry',
      description: 'The values as they were then.',
      params: versionParamsSchema,
      query: z.object({}),
      response: { schema: entryVersionDocumentSchema, description: 'The version.' },
      errors: ['entry_not_found', 'version_not_found'],
      handle: async ({ caller, params: { id, version }, headers }) => {
        const doc = await readVersion(database, caller.space, id ?? null, version ?? null)
        return respondPrivate({ doc }, { headers })
      },
    }),
    endpoint({
      method: 'post',
      path: `${base}/entries/{id}/restore`,
      tag: entriesTag,
      guard: guardFor('write'),
      operationId: 'restoreEntry',
      summary: 'Restore a version of an entry',
      description:
        'The draft becomes what the version was, as far as the model of now allows; fields that were renamed keep their values. What is live stays. Restoring is a version too, so it can be undone.',
      params: entryParams,
      query: z.object({}),
      body: restoreSchema,
      response: { schema: restoredEntrySchema, description: 'The entry as it is now.' },
      errors: ['entry_not_found', 'version_not_found', 'draft_conflict', 'entry_archived'],
      handle: async ({ caller, params, body, headers }) =>
        respondPrivate(await restoreVersion(parts, caller, params.id ?? null, body), { headers }),
    }),
    endpoint({
      ...common,
      path: `${base}/activity`,
      operationId: 'listActivity',
      summary: 'List what was done',
      description: 'Who did what in the space, the newest first. Values are not part of it.',
      query: historyQuerySchema,
      response: { schema: activityListSchema, description: 'A page of records.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await readActivity(database, caller.space, query), { headers }),
    }),
  ]
}
