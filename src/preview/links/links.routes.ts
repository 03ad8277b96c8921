// The endpoints of the links and tokens of previews.
import { z } from '@hono/zod-openapi'
import type { Member } from '../../base/caller.ts'
import { toTimestamp } from '../../base/clock.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { originOf } from '../../http/request-url.ts'
import { previewPolicy } from '../../http/server-env.ts'
import type { PreviewAccess } from '../preview-access.ts'
import {
  linkDocumentSchema,
  linkListSchema,
  linkParams,
  linksQuery,
  newLinkDocumentSchema,
  newLinkSchema,
  previewSessionSchema,
} from './links.schema.ts'
import { createLink, type LinkParts, listLinks, removeLink } from './links.service.ts'

interface LinkEndpointParts extends LinkParts {
  readonly member: Guard<Member>
  readonly writer: Guard<Member>
  /** A guard that requires a token or an API key that may read previews. */
  readonly credential: Guard<PreviewAccess>
  readonly publicUrl: string | null
}

const base = '/api/v1/preview/links'
const noQuery = z.object({})

export function linkEndpoints(parts: LinkEndpointParts): Endpoint[] {
  const common = { tag: 'Preview', query: noQuery } as const
  return [
    endpoint({
      ...common,
      method: 'get',
      path: base,
      guard: parts.writer,
      operationId: 'listPreviewLinks',
      summary: 'List shared previews',
      description:
        'The shared links of the space, newest first, with those that have ended in the last 30 days.',
      query: linksQuery,
      response: { schema: linkListSchema, description: 'A page of links.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listLinks(parts, caller, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: base,
      guard: parts.member,
      operationId: 'createPreviewLink',
      summary: 'Share a preview',
      description:
        'Makes a token that reads previews. `entries`: a link for people without an account, which shows the site as if exactly these entries were published. `all`: one that shows every draft, for owners and admins. `own`: a token for a window of yours.',
      body: newLinkSchema,
      response: { status: 201, schema: newLinkDocumentSchema, description: 'The link and its token.' },
      errors: ['too_many_preview_links'],
      handle: async ({ caller, body, headers }) =>
        respondPrivate(await createLink(parts, caller, body), { status: 201, headers }),
    }),
    endpoint({
      ...common,
      method: 'delete',
      path: `${base}/{id}`,
      params: linkParams,
      guard: parts.writer,
      operationId: 'revokePreviewLink',
      summary: 'Revoke a shared preview',
      description: 'Permanent. For the member who shared it, owners and admins.',
      response: { schema: linkDocumentSchema, description: 'The revoked link.' },
      errors: ['preview_link_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await removeLink(parts, caller, params.id ?? null) }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'get',
      path: '/api/v1/preview/session',
      guard: parts.credential,
      policy: previewPolicy,
      operationId: 'previewSession',
      summary: 'Check a token',
      description: 'What a token or an API key shows. A site asks before it believes a token.',
      response: { schema: previewSessionSchema, description: 'The access.' },
      errors: [],
      handle: async ({ request, caller, headers }) => {
        const dashboard = parts.publicUrl === null ? originOf(request) : new URL(parts.publicUrl).origin
        return respondPrivate({ doc: { ...describeAccess(caller), dashboard } }, { headers })
      },
    }),
  ]
}

function describeAccess({ kind, drafts, expiresAt }: PreviewAccess) {
  return {
    kind,
    entries: drafts && [...drafts],
    all: drafts === null,
    expiresAt: expiresAt === null ? null : toTimestamp(expiresAt),
  }
}
