// The commands `assets add`, `assets list`, `assets set` and `assets remove`.
import { basename } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { systemClock } from '../base/clock.ts'
import { Problem, Refusal } from '../base/errors.ts'
import { type SpaceId, systemRandom } from '../base/ids.ts'
import { counted } from '../base/text.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import { readsWithin } from '../database/database.ts'
import { describeRefusal } from '../media/formats/file-problems.ts'
import { assetChangeShape, assetsQuery } from '../media/manage/asset.schema.ts'
import { getAssetRecord, readItemView } from '../media/manage/asset-view.ts'
import { listAssetPage, removeUnlessUsed } from '../media/manage/assets.service.ts'
import { type AssetWrite, addAsset, changeAsset, replaceFile } from '../media/manage/change-assets.ts'
import { newAssetId } from '../media/manage/upload.service.ts'
import { warningsOf } from '../media/manage/upload-warnings.ts'
import { toFilename } from '../media/receive/file-name.ts'
import { receivePath, storeReceived } from '../media/receive/receive-file.ts'
import { addStoreCommands } from './assets-store.ts'
import {
  asUsage,
  type CommandContext,
  checkFields,
  mayBeEmpty,
  PartlyDone,
  type Run,
  toTable,
  UsageError,
} from './command.ts'
import { type Opened, withFiles } from './open-command-files.ts'

/** Longer than an upload over HTTP waits, since no connection is held open meanwhile. */
const placeholderMsMax = 60_000

interface OfSpace {
  readonly space: string
}

const client = 'command'

export function addAssets(program: Command, run: Run): void {
  const assets = program.command('assets').description('Files and images: see the subcommands.')
  const ofSpace = (name: string, description: string) =>
    assets.command(name).description(description).requiredOption('--space <SLUG>', 'The space of the assets.')
  ofSpace('add', 'Stores files as assets.').argument('<FILE...>', 'Files to store.').action(run(add))
  ofSpace('list', 'Lists the assets of a space, newest first.').action(run(list))
  ofSpace('set', 'Changes an asset, and the published entries that use it.')
    .argument('<ID>', 'The id of the asset.')
    .option('--title <TEXT>', 'Its title.', mayBeEmpty)
    .option('--alt <TEXT>', 'Its alt text.', mayBeEmpty)
    .option('--focal <X,Y>', 'The point that crops keep, from 0 to 1.')
    .option('--file <FILE>', 'The file that replaces its file.')
    .action(run(set))
  ofSpace('remove', 'Deletes an asset.')
    .argument('<ID>', 'The id of the asset.')
    .option('--force', 'Deletes it even if entries use it; they then have null in its place.')
    .action(run(remove))
  addStoreCommands(assets, run)
}

/** Runs a change in one transaction, without the size limit of requests. */
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

async function store({ database, files }: Opened, file: string) {
  const received = await receivePath(file, files.uploads).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    throw new Refusal(describeRefusal(file, error))
  })
  const parts = { database, clock: systemClock, store: files.store, wait: Bun.sleep }
  await storeReceived({ ...parts, placeholders: files.images, placeholderMsMax, client }, received)
  return received
}

const liveEntries = ({ rewritten }: { readonly rewritten: number }) =>
  counted(rewritten, 'live entry', 'live entries')

const spaceOf = async ({ database }: Opened, { space }: OfSpace) =>
  (await getSpaceBySlug(database.reads, space)).id

/** Adds each file separately. Files before one that is refused stay stored, and are reported with the error. */
function add(context: CommandContext, paths: readonly string[], words: OfSpace) {
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    const list: Awaited<ReturnType<typeof addFile>>[] = []
    const toResult = () => ({
      value: { list: list.map(({ file, created, doc }) => ({ file, created, doc })) },
      text: list
        .flatMap(({ file, created, doc, isHeic }) => [
          `${file}: ${created ? 'added as' : 'is already'} ${doc.id}`,
          ...warningsOf({ ...doc, isHeic }).map(({ message }) => `${file}: ${message}`),
        ])
        .join('\n'),
    })
    for (const file of paths) {
      const added = addFile(opened, space, file)
      list.push(
        await added.catch((error: unknown) => {
          throw new PartlyDone(error, toResult())
        }),
      )
    }
    return toResult()
  })
}

async function addFile(opened: Opened, space: SpaceId, file: string) {
  const filename = toFilename(basename(file))
  const { sha256, isHeic } = await store(opened, file)
  const id = newAssetId(systemRandom)
  return changeIn(opened, space, 'add', async write => {
    const added = await addAsset(write, { id, isNamed: false, sha256, filename })
    const reads = readsWithin(write.writes)
    const doc = await readItemView(reads, space, added.id, opened.filesOrigin)
    return { file, created: added.isNew, doc, isHeic }
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

async function set(context: CommandContext, id: string, words: SetWords) {
  const { title, alt, focal, file } = words
  if ([title, alt, focal, file].every(value => value === undefined))
    throw new UsageError('Nothing to change: give --title, --alt, --focal or --file.')
  const sent = {
    ...(title !== undefined && { title }),
    ...(alt !== undefined && { alt }),
    ...(focal !== undefined && { focalPoint: toPoint(focal) }),
  }
  const change = asUsage(() => checkFields(z.object(assetChangeShape), sent, 'Nothing was changed.'))
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    await opened.database.snapshot(space, reads => getAssetRecord(reads, space, id))
    const sha256 = file === undefined ? null : (await store(opened, file)).sha256
    const value = await changeIn(opened, space, 'set', async write => {
      const replaced = sha256 === null ? 0 : await replaceFile(write, id, { sha256, filename: null })
      const changed = await changeAsset(write, id, change)
      const doc = await readItemView(readsWithin(write.writes), space, id, opened.filesOrigin)
      return { doc, rewritten: Math.max(replaced, changed) }
    })
    return { value, text: `${id}: changed, and ${liveEntries(value)} with it.` }
  })
}

function toPoint(text: string): { readonly x: number; readonly y: number } {
  const [, x, y] = /^\s*(-?\d*\.?\d+)\s*,\s*(-?\d*\.?\d+)\s*$/.exec(text) ?? []
  const point = { x: Number(x), y: Number(y) }
  if (Object.values(point).every(value => value >= 0 && value <= 1)) return point
  throw new UsageError('--focal must be X,Y, each from 0 to 1, such as 0.5,0.3.')
}

function remove(context: CommandContext, id: string, words: OfSpace & { readonly force?: true }) {
  return withFiles(context, async opened => {
    const space = await spaceOf(opened, words)
    const value = await changeIn(opened, space, 'remove', write =>
      removeUnlessUsed(write, opened, id, {
        isForced: words.force === true,
        toForce: 'repeat this with --force',
      }),
    )
    return { value, text: `${id}: deleted; ${liveEntries(value)} showed it.` }
  })
}
