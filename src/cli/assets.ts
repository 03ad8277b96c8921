// assets list, add, set, remove, gc, verify, copy
import { basename } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { listSpaces } from '../accounts/spaces.store.ts'
import { assetChangeShape, assetsQuery } from '../assets/asset.schema.ts'
import { removeUnlessUsed } from '../assets/asset-changes.service.ts'
import { getAssetRecord, readItemView } from '../assets/asset-view.ts'
import { listAssetPage } from '../assets/assets.service.ts'
import { type AssetWrite, addAsset, changeAsset, replaceFile } from '../assets/change-assets.ts'
import { cleanUpFiles } from '../assets/clean-up-files.ts'
import { openConfiguredStore, openFiles } from '../assets/open-files.ts'
import { newAssetId } from '../assets/upload.service.ts'
import { systemClock } from '../base/clock.ts'
import { Problem, Refusal } from '../base/errors.ts'
import { type SpaceId, systemRandom } from '../base/ids.ts'
import { assetsUrlOf, publicUrlOf } from '../config.ts'
import { lockRevision } from '../content/revision.store.ts'
import { type Database, readsWithin } from '../database/database.ts'
import { copyStore } from '../files/copy-store.ts'
import { toFilename } from '../files/file-name.ts'
import { describeRefusal } from '../files/file-problems.ts'
import { receivePath } from '../files/receive-file.ts'
import { storeReceived } from '../files/store-received.ts'
import { verifyStore } from '../files/verify-store.ts'
import { asUsage, type CommandContext, checkFields, type Run, toTable, UsageError } from './command.ts'

interface OfSpace {
  readonly space: string
}

/** What the commands share: everything is open until the work ends. */
interface Opened {
  readonly database: Database
  readonly files: ReturnType<typeof openFiles>
  readonly filesOrigin: string
}

const client = 'command'

export function addAssets(program: Command, run: Run): void {
  const assets = program.command('assets').description('Files and images: see the subcommands.')
  const ofSpace = (name: string, description: string) =>
    assets.command(name).description(description).requiredOption('--space <SLUG>', 'The space of the assets.')
  ofSpace('add', 'Stores files as assets.').argument('<FILE...>', 'Files to store.').action(run(add))
  ofSpace('list', 'Lists the assets of a space, newest first.').action(run(list))
  ofSpace('set', 'Changes an asset, and the live entries that show it, however many they are.')
    .argument('<ID>', 'The id of the asset.')
    .option('--title <TEXT>', 'Its title.')
    .option('--alt <TEXT>', 'Its alt text.')
    .option('--focal <X,Y>', 'The point that crops keep, from 0 to 1.')
    .option('--file <FILE>', 'The file that replaces its file.')
    .action(run(set))
  ofSpace('remove', 'Deletes an asset.')
    .argument('<ID>', 'The id of the asset.')
    .option('--force', 'Also if entries use it: they show null in its place.')
    .action(run(remove))
  assets
    .command('gc')
    .description('Removes files that nothing has used for a day.')
    .option('--dry-run', 'Only says what would be removed.')
    .action(run(collect))
  assets.command('verify').description('Reads every file and compares it with its hash.').action(run(verify))
  assets
    .command('copy')
    .description('Copies all files to another store. Can be repeated; then set ASSETS_STORE to it.')
    .requiredOption('--to <STORE>', 'file:FOLDER, or s3://BUCKET/PREFIX?endpoint=…&region=…')
    .action(run(copy))
}

async function withFiles<Result>(
  context: CommandContext,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const { config } = context
  const database = await context.database({ create: false })
  const files = openFiles({ config, database, clock: systemClock, random: systemRandom })
  try {
    return await work({ database, files, filesOrigin: assetsUrlOf(config) ?? publicUrlOf(config) ?? '' })
  } finally {
    files.images.stop()
  }
}

/** One transaction, without the limit of requests. */
function changeIn<Result>(
  { database }: Opened,
  space: SpaceId,
  command: string,
  work: (write: AssetWrite) => Promise<Result>,
): Promise<Result> {
  const by = { kind: 'command', name: `frontlist assets ${command}` } as const
  return database.transaction(async writes => {
    await lockRevision(writes, space)
    return work({ writes, space, by, now: systemClock(), follow: { entriesMax: null } })
  }, space)
}

async function store({ database, files }: Opened, file: string, filename: string) {
  const received = await receivePath(file, { ...files.uploads, filename }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    throw new Refusal(describeRefusal(file, error))
  })
  const parts = { database, clock: systemClock, store: files.store, wait: Bun.sleep }
  await storeReceived({ ...parts, placeholders: files.images, client }, received)
  return received
}

const spaceOf = async ({ database }: Opened, { space }: OfSpace) =>
  (await getSpaceBySlug(database.reads, space)).id

function add(context: CommandContext, paths: readonly string[], words: OfSpace) {
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    const list: unknown[] = []
    const lines: string[] = []
    for (const file of paths) {
      const filename = toFilename(basename(file))
      const { sha256 } = await store(opened, file, filename)
      const id = newAssetId(systemRandom)
      const { doc, created } = await changeIn(opened, space, 'add', async write => {
        const added = await addAsset(write, { id, isNamed: false, sha256, filename })
        const reads = readsWithin(write.writes)
        return { doc: await readItemView(reads, space, added.id, opened.filesOrigin), created: added.isNew }
      })
      list.push({ file, created, doc })
      lines.push(`${file}: ${created ? 'added as' : 'is already'} ${doc.id}`)
    }
    return { value: { list }, text: lines.join('\n') }
  })
}

const listBatch = 1000

function list(context: CommandContext, words: OfSpace) {
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    const all: Awaited<ReturnType<typeof listAssetPage>>['list'][number][] = []
    for (let page = 1; ; page++) {
      const wanted = { ...assetsQuery.parse({}), page, perPage: listBatch }
      const { list, pagesCount } = await listAssetPage(opened, space, wanted)
      all.push(...list)
      if (page >= pagesCount) break
    }
    const rows = all.map(({ id, filename, contentType, size, uses }) => [
      id,
      filename,
      contentType,
      String(size),
      String(uses),
    ])
    const head = ['ID', 'NAME', 'TYPE', 'BYTES', 'USES']
    return { value: { list: all, count: all.length }, text: toTable([head, ...rows]) }
  })
}

interface SetWords extends OfSpace {
  readonly title?: string
  readonly alt?: string
  readonly focal?: string
  readonly file?: string
}

function set(context: CommandContext, id: string, words: SetWords) {
  const { title, alt, focal, file } = words
  const sent = {
    ...(title !== undefined && { title }),
    ...(alt !== undefined && { alt }),
    ...(focal !== undefined && { focalPoint: toPoint(focal) }),
  }
  const change = asUsage(() => checkFields(z.object(assetChangeShape), sent, 'Nothing was changed.'))
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    await opened.database.snapshot(space, reads => getAssetRecord(reads, space, id))
    const sha256 = file === undefined ? null : (await store(opened, file, toFilename(basename(file)))).sha256
    const value = await changeIn(opened, space, 'set', async write => {
      const replaced = sha256 === null ? 0 : await replaceFile(write, id, { sha256, filename: null })
      const changed = await changeAsset(write, id, change)
      const doc = await readItemView(readsWithin(write.writes), space, id, opened.filesOrigin)
      return { doc, rewritten: Math.max(replaced, changed) }
    })
    return { value, text: `${id}: changed, and ${value.rewritten} live entries with it.` }
  })
}

function toPoint(text: string): { readonly x: number; readonly y: number } {
  const [, x, y] = /^\s*(-?\d*\.?\d+)\s*,\s*(-?\d*\.?\d+)\s*$/.exec(text) ?? []
  if (x === undefined) throw new UsageError('--focal is X,Y, such as 0.5,0.3.')
  return { x: Number(x), y: Number(y) }
}

function remove(context: CommandContext, id: string, words: OfSpace & { readonly force?: true }) {
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    const value = await changeIn(opened, space, 'remove', write =>
      removeUnlessUsed(write, opened, id, words.force === true),
    )
    return { value, text: `${id}: deleted; ${value.rewritten} live entries showed it.` }
  })
}

function collect(context: CommandContext, { dryRun }: { readonly dryRun?: true }) {
  return withFiles(context, async ({ database, files }) => {
    const spaces = await listSpaces(database.reads)
    const value = await cleanUpFiles({
      ...{ database, clock: systemClock, files, spaces },
      isDryRun: dryRun === true,
    })
    const verb = dryRun ? 'Would remove' : 'Removed'
    return {
      value,
      text: `${verb} ${value.blobs} files of ${value.bytes} bytes, and ${value.images} images.`,
    }
  })
}

function verify(context: CommandContext) {
  return withFiles(context, async ({ database, files }) => {
    const value = await verifyStore({
      database,
      store: files.store,
      spaces: await listSpaces(database.reads),
    })
    const failures = [...value.missing, ...value.damaged].length
    const lines = (['missing', 'damaged'] as const).flatMap(state =>
      value[state].map(({ sha256, assets }) =>
        [sha256, state, ...assets.map(({ space, id }) => `${space}/${id}`)].join(' '),
      ),
    )
    const text = [...lines, `Checked ${value.checked} files; ${failures} are missing or damaged.`].join('\n')
    return { value, text, hasFailed: failures > 0 }
  })
}

function copy(context: CommandContext, { to }: { readonly to: string }) {
  const target = asUsage(() => openConfiguredStore(context.config, systemRandom, to))
  return withFiles(context, async ({ database, files }) => {
    const { faulty, ...value } = await copyStore({
      ...{ database, from: files.store, to: target },
      temporary: files.uploads,
    })
    const text = `Copied ${value.copied} files of ${value.bytes} bytes; ${value.skipped} were there.`
    return {
      value,
      text: [text, ...faulty.map(sha256 => `${sha256} is missing or damaged.`)].join('\n'),
      hasFailed: faulty.length > 0,
    }
  })
}
