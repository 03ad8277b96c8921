// Serves the same space with other settings, such as another public URL, or with endpoints of a test.
import { OpenAPIHono } from '@hono/zod-openapi'
import { type App, type AppParts, createApp } from '../../../src/app.ts'
import { systemRandom } from '../../../src/base/ids.ts'
import { createGuards } from '../../../src/guards.ts'
import { type Endpoint, mount } from '../../../src/http/endpoint.ts'
import { createLogger } from '../../../src/http/log.ts'
import { toProblem, toProblemResponse } from '../../../src/http/problem.ts'
import { requestContext } from '../../../src/http/request-context.ts'
import { rawPath } from '../../../src/http/request-url.ts'
import type { ServerEnv } from '../../../src/http/server-env.ts'
import type { TestSpace } from './test-space.ts'

/** The secret that {@link createTestSpace} signs cookies with. */
export const testSecret = 'a secret of tests, long enough to be one'

/** A space on the same database and clock, whose requests go to the other server. */
export function serveWith(space: TestSpace, parts: Partial<AppParts>): TestSpace {
  const app = createApp({ ...appPartsOf(space), ...parts })
  return { ...space, app, request: async (path, init) => app.request(`http://localhost${path}`, init) }
}

/** What {@link createApp} and {@link createGuards} need for a server of the space. */
export function appPartsOf(space: TestSpace): AppParts {
  let requests = 0
  return {
    database: space.database,
    clock: () => space.time.now,
    random: systemRandom,
    secret: testSecret,
    usage: space.usage,
    addressOf: request => request.headers.get('X-Test-Address') ?? '127.0.0.1',
    dashboard: null,
    files: space.files,
    logger: createLogger('silent'),
    newRequestId: () => `with-${++requests}`,
    perPageMax: 1000,
    publicUrl: null,
    isClosing: () => false,
  }
}

/** A server of the space with these endpoints alone, behind the guards of the app. */
export function serveEndpoints(
  space: TestSpace,
  toEndpoints: (guards: ReturnType<typeof createGuards>) => readonly Endpoint[],
): TestSpace {
  const parts = appPartsOf(space)
  const app: App = Object.assign(new OpenAPIHono<ServerEnv>({ getPath: rawPath }), {
    fetchOf: () => app.fetch,
  })
  app.use(requestContext({ ...parts, publicOrigin: null }))
  mount(app, toEndpoints(createGuards(parts)))
  app.onError((error, context) =>
    toProblemResponse(toProblem(error), context.get('requestId'), 'http://localhost'),
  )
  return { ...space, app, request: async (path, init) => app.request(`http://localhost${path}`, init) }
}
