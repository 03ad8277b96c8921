// Endpoints of sign-in, sign-out, and the current session: its user, space and role, and the user's other spaces.
import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint, everyone, type Guard } from '../http/endpoint.ts'
import { respondPrivate } from '../http/json-response.ts'
import {
  acceptInvitationSchema,
  changePasswordSchema,
  openedInvitationSchema,
  openInvitationSchema,
  sessionSchema,
  setupSchema,
  setupStateSchema,
  signInSchema,
  switchSpaceSchema,
} from './accounts.schema.ts'
import type { Onboarding } from './onboarding.service.ts'
import type { SessionResponse, Sessions, SessionUser } from './sessions.service.ts'

interface SignInParts {
  readonly sessions: Sessions
  readonly onboarding: Onboarding
  readonly anySession: Guard<SessionUser>
  /** Returns the client IP by which failures are counted. */
  readonly addressOf: (request: Request) => string
}

const noQuery = z.object({})
const session = { schema: sessionSchema, description: 'The session, whose cookie is set.' } as const

export function signInEndpoints({ sessions, onboarding, anySession, addressOf }: SignInParts): Endpoint[] {
  const common = { tag: 'Sign-in', query: noQuery } as const
  const open = everyone('there may be no session yet, or none any more')
  return [
    endpoint({
      ...common,
      guard: open,
      method: 'post',
      path: '/api/auth/sign-in/email',
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        "Sets the session cookie, and ends the session that the request came with, if any. The first of the user's spaces becomes the current one. After 8 failures for an account within 15 minutes, existing or not, sign-in is refused for a while.",
      body: signInSchema,
      response: session,
      errors: ['credentials_invalid', 'too_many_requests', 'unavailable'],
      handle: async ({ request, body, headers }) =>
        toSessionResponse(await sessions.signIn(request, body, addressOf(request)), { headers }),
    }),
    endpoint({
      ...common,
      guard: open,
      method: 'post',
      path: '/api/auth/sign-out',
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session, if there is one.',
      response: { schema: z.object({}), description: 'There is no session.' },
      errors: [],
      handle: async ({ request, headers }) =>
        respondPrivate({}, { headers, cookies: await sessions.signOut(request) }),
    }),
    endpoint({
      ...common,
      guard: anySession,
      method: 'get',
      path: '/api/auth/session',
      operationId: 'getSession',
      summary: 'Read the session',
      description: 'Who is signed in, the current space and the role in it. Using a session extends it.',
      response: session,
      errors: [],
      handle: async ({ request, caller, headers }) =>
        toSessionResponse(await sessions.open(request, caller), { headers }),
    }),
    endpoint({
      ...common,
      guard: anySession,
      method: 'post',
      path: '/api/auth/switch-space',
      operationId: 'switchSpace',
      summary: 'Switch the current space',
      description: "Makes another of the user's spaces the session's current one.",
      body: switchSpaceSchema,
      response: session,
      errors: ['space_not_found'],
      handle: async ({ request, caller, body, headers }) =>
        toSessionResponse(await sessions.switchSpace(request, caller, body.space), { headers }),
    }),
    endpoint({
      ...common,
      guard: anySession,
      method: 'post',
      path: '/api/auth/change-password',
      operationId: 'changePassword',
      summary: 'Change the password',
      description: 'Ends every session of the user and starts a new one.',
      body: changePasswordSchema,
      response: session,
      errors: ['credentials_invalid', 'too_many_requests', 'unavailable'],
      handle: async ({ request, caller, body, headers }) =>
        toSessionResponse(await onboarding.changePassword(request, caller, body, addressOf(request)), {
          headers,
        }),
    }),
  ]
}

export function onboardingEndpoints({
  onboarding,
  addressOf,
}: Pick<SignInParts, 'onboarding' | 'addressOf'>): Endpoint[] {
  const guard = everyone('who holds the token of a link that was given to them has no session yet')
  const common = { tag: 'Sign-in', guard, query: noQuery } as const
  return [
    endpoint({
      ...common,
      method: 'get',
      path: '/api/setup',
      operationId: 'getSetupState',
      summary: 'Check whether the first owner can be created',
      description: 'Open while there is no user.',
      response: { schema: setupStateSchema, description: 'Open or not.' },
      errors: [],
      handle: async ({ headers }) => respondPrivate({ open: await onboarding.isSetupOpen() }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: '/api/setup',
      operationId: 'setUp',
      summary: 'Create the first owner',
      description:
        'With the token of the set-up link that the server prints while there is no user. It works once. The owner is signed in.',
      body: setupSchema,
      response: { ...session, status: 201 },
      errors: ['setup_token_invalid', 'setup_closed', 'unavailable'],
      handle: async ({ request, body, headers }) =>
        toSessionResponse(await onboarding.setUp(request, body), { status: 201, headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: '/api/auth/open-invitation',
      operationId: 'openInvitation',
      summary: 'Read an invitation',
      description:
        'What the invitation is for. Changes nothing; the token is in the body to stay out of logs.',
      body: openInvitationSchema,
      response: { schema: openedInvitationSchema, description: 'The invitation.' },
      errors: ['invitation_not_found'],
      handle: async ({ body, headers }) =>
        respondPrivate(await onboarding.openInvitation(body.token), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: '/api/auth/accept-invitation',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'With the password of the account that the e-mail has, or with one for the new account. It works once. The member is signed in.',
      body: acceptInvitationSchema,
      response: { ...session, status: 201 },
      errors: ['invitation_not_found', 'credentials_invalid', 'too_many_requests', 'unavailable'],
      handle: async ({ request, body, headers }) =>
        toSessionResponse(await onboarding.acceptInvitation(request, body, addressOf(request)), {
          status: 201,
          headers,
        }),
    }),
  ]
}

interface ResponseOptions {
  readonly status?: 200 | 201
  readonly headers: Readonly<Record<string, string>>
}

function toSessionResponse({ view, cookies }: SessionResponse, options: ResponseOptions): Response {
  return respondPrivate(view, { ...options, cookies })
}
