// Creates the demo space with its images, only in a database without spaces, and in one transaction with its key.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSpace } from '../accounts/spaces/spaces.service.ts'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import type { Clock } from '../base/clock.ts'
import type { RandomBytes } from '../base/ids.ts'
import { type Database, readsWithin } from '../database/database.ts'
import { enterSpace } from '../database/enter-space.ts'
import { demoRecords, writeDemoPictures } from '../demo/demo-file.ts'
import { ndjsonSource } from '../import-export/formats/ndjson.ts'
import { importWithin, readFirstPass, receiveFiles } from '../import-export/import.service.ts'
import type { ImportFiles } from '../import-export/read/asset-files.ts'
import { createKey } from '../keys/keys.service.ts'
import type { OpenFiles } from '../media/open-files.ts'

interface DemoParts {
  readonly clock: Clock
  readonly random: RandomBytes
  /** Called only if the demo is loaded. */
  readonly files: () => OpenFiles
}

/** Returns the key of the new demo space, or null if a space already exists. */
export async function loadDemo(database: Database, parts: DemoParts): Promise<string | null> {
  if ((await listSpaces(database.reads)).length > 0) return null
  const { store, uploads } = parts.files()
  await mkdir(uploads.folder, { recursive: true })
  const folder = await mkdtemp(join(uploads.folder, 'demo-'))
  try {
    await writeDemoPictures(folder)
    // The records already have the placeholders.
    const files = { folder, store, wait: uploads.wait, receive: uploads, placeholders: null }
    return await importDemo(database, parts, files)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importDemo(database: Database, parts: DemoParts, files: ImportFiles): Promise<string | null> {
  const source = ndjsonSource(new Blob([demoRecords]))
  const options = {
    clock: parts.clock,
    prune: false,
    dryRun: false,
    onProgress: () => {},
    files: () => files,
  }
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
