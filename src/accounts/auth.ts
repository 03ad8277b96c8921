// Configures Better Auth: e-mail and password, sessions, and the organization plugin, whose active organization is
// the current space. Only its functions are called; none of its routes is mounted (docs/internals/security.md).
import { betterAuth } from 'better-auth'
import { organization } from 'better-auth/plugins/organization'
import type { Clock } from '../base/clock.ts'
import { passwordLengthMax, passwordLengthMin } from '../base/limits.ts'
import type { Database } from '../database/database.ts'
import { createAuthAdapter, exposeReasons } from './auth-adapter.store.ts'
import type { Passwords } from './credentials.ts'
import { findFirstSpaceOf } from './members.store.ts'

/** The name of the cookie. Over https it gets the prefix `__Host-`. */
const sessionCookie = 'frontlist.session'

/** An internal header that passes the initial space of a new session to Better Auth. It is never taken from a request. */
export const spaceHeader = 'frontlist-session-space'

/** The time without use after which a session expires. sign-in.store.ts has the maximum age. */
const sessionSeconds = 7 * 24 * 60 * 60
const sessionRefreshSeconds = 24 * 60 * 60

interface AuthParts {
  readonly database: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly secret: string
  /** True if clients connect over https. */
  readonly secure: boolean
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth({ database, clock, passwords, secret, secure }: AuthParts) {
  const dates = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const auth = betterAuth({
    secret,
    // Unused, because only functions are called, and no links or redirects are built.
    baseURL: 'http://localhost',
    database: createAuthAdapter(database, clock),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      password: {
        hash: password => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(password, hash),
      },
    },
    user: { fields: dates },
    account: {
      modelName: 'credential',
      fields: { ...dates, userId: 'user', accountId: 'account', providerId: 'provider' },
    },
    session: {
      expiresIn: sessionSeconds,
      updateAge: sessionRefreshSeconds,
      fields: { ...dates, userId: 'user', expiresAt: 'expires_at' },
    },
    plugins: [
      organization({
        allowUserToCreateOrganization: false,
        schema: {
          organization: { modelName: 'space', fields: { createdAt: 'created_at' } },
          member: { fields: { organizationId: 'space', userId: 'user', createdAt: 'created_at' } },
          session: { fields: { activeOrganizationId: 'space' } },
        },
      }),
    ],
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const wanted = context?.headers?.get(spaceHeader)
            const space = wanted ?? (await findFirstSpaceOf(database.reads, session.userId))
            return { data: { ...session, activeOrganizationId: space } }
          },
        },
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { disableIpTracking: true },
      // The prefix __Host- binds a cookie to this host, to https and to the whole site (RFC 6265bis, section 4.1.3.2).
      useSecureCookies: false,
      cookiePrefix: 'frontlist',
      cookies: { session_token: { name: secure ? `__Host-${sessionCookie}` : sessionCookie } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
    },
  })
  return { ...auth, api: exposeReasons(auth.api) }
}
