// Generates the OpenAPI document without a server, from an app that gets no other request.
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/base/clock.ts'
import { systemRandom } from '../src/base/ids.ts'
import type { Database } from '../src/database/database.ts'
import { perPageMaxDefault } from '../src/delivery/delivery.schema.ts'
import { createLogger } from '../src/http/log.ts'
import { createKeyUsage } from '../src/keys/key-usage.ts'
import type { FileSettings } from '../src/media/assets.ts'

/** Generating the document does not use the database. */
const noDatabase = {} as Database
const noFiles = { uploads: {} } as FileSettings

export async function describeOffline(): Promise<unknown> {
  const app = createApp({
    database: noDatabase,
    clock: systemClock,
    random: systemRandom,
    secret: 'nothing is signed with it, and there is no sign-in here',
    usage: createKeyUsage(noDatabase),
    addressOf: () => '',
    dashboard: null,
    files: noFiles,
    logger: createLogger('silent'),
    newRequestId: () => '',
    perPageMax: perPageMaxDefault,
    publicUrl: null,
    isClosing: () => false,
  })
  return (await app.request('/api/v1/openapi.json')).json()
}
