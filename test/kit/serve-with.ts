// Serves the same space with other settings: another public URL, another secret, a dashboard, a log.
import { type AppParts, createApp } from '../../src/app.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { createLogger } from '../../src/http/log.ts'
import type { TestSpace } from './test-space.ts'

/** The secret that {@link createTestSpace} signs cookies with. */
export const testSecret = 'a secret of tests, long enough to be one'

/** A space on the same database and clock, whose requests go to the other server. */
export function serveWith(space: TestSpace, parts: Partial<AppParts>): TestSpace {
  let requests = 0
  const app = createApp({
    database: space.database,
    clock: () => space.time.now,
    random: systemRandom,
    secret: testSecret,
    usage: space.usage,
    addressOf: request => request.headers.get('X-Test-Address') ?? '127.0.0.1',
    dashboard: null,
    logger: createLogger('silent'),
    newRequestId: () => `with-${++requests}`,
    perPageMax: 1000,
    publicUrl: null,
    isClosing: () => false,
    ...parts,
  })
  return { ...space, app, request: async (path, init) => app.request(`http://localhost${path}`, init) }
}
