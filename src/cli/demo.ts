// Creates the demo space, only in a database without spaces, in one transaction with its key.
import { createSpace } from '../accounts/spaces.service.ts'
import { listSpaces } from '../accounts/spaces.store.ts'
import type { Clock } from '../base/clock.ts'
import type { RandomBytes } from '../base/ids.ts'
import { type Database, readsWithin } from '../database/database.ts'
import { enterSpace } from '../database/enter-space.ts'
import { demoRecords } from '../demo/demo-file.ts'
import { ndjsonSource } from '../import-export/formats/ndjson.ts'
import { importWithin, readFirstPass, receiveFiles } from '../import-export/import.service.ts'
import { createKey } from '../keys/keys.service.ts'

/** The key of the new demo space, or null if a space already exists. */
export async function loadDemo(
  database: Database,
  parts: { clock: Clock; random: RandomBytes },
): Promise<string | null> {
  if ((await listSpaces(database.reads)).length > 0) return null
  const source = ndjsonSource(new Blob([demoRecords]))
  const options = { clock: parts.clock, prune: false, dryRun: false, onProgress: () => {} }
  const firstPass = await readFirstPass(source, options)
  const assets = await receiveFiles(database, null, firstPass, options)
  return database.transaction(async writes => {
    // Another node may have created a space in the meantime.
    if ((await listSpaces(readsWithin(writes))).length > 0) return null
    const space = await createSpace(writes, parts, {
      ...{ slug: 'demo', name: 'Ebb Stair Press', by: demoCommand },
    })
    await enterSpace(writes, space.id)
    await importWithin(writes, space.id, source, firstPass, assets, options)
    const { key } = await createKey(writes, parts, space.id, wantedKey)
    return key
  })
}

const demoCommand = { kind: 'command', name: 'frontlist serve --demo' } as const

const wantedKey = {
  name: 'Demo',
  scopes: ['content.read', 'schema.read'],
  expiresAt: null,
  createdBy: 'serve --demo',
  by: demoCommand,
} as const
