// The commands `assets gc`, `assets verify` and `assets copy`, which work on the whole file store.
import type { Command } from 'commander'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { systemRandom } from '../base/ids.ts'
import { counted } from '../base/text.ts'
import { copyStore } from '../media/blobs/copy-store.ts'
import { findIdentityProblem } from '../media/blobs/store-identity.store.ts'
import { type DefectiveFiles, verifyStore } from '../media/blobs/verify-store.ts'
import { cleanUpFiles } from '../media/clean-up-files.ts'
import { openConfiguredStore } from '../media/open-files.ts'
import { asUsage, type CommandContext, type Run } from './command.ts'
import { withFiles } from './open-command-files.ts'
import { findFolderProblem } from './terminal/path-errors.ts'

export function addStoreCommands(assets: Command, run: Run): void {
  assets
    .command('gc')
    .description('Removes files that nothing has used for a day, and makes missing placeholders.')
    .option('--dry-run', 'Only lists what would be removed.')
    .action(run(collect))
  assets
    .command('verify')
    .description(
      'Checks that the store is the one of this database, reads every file and compares it with its hash.',
    )
    .action(run(verify))
  assets
    .command('copy')
    .description('Copies all files to another store. Can be repeated; then set ASSETS_STORE to it.')
    .requiredOption('--to <STORE>', 'file:FOLDER, or s3://BUCKET/PREFIX?endpoint=…&region=…')
    .action(run(copy))
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
      text: `${verb} ${counted(value.blobs, 'file')} of ${counted(value.bytes, 'byte')}, and ${counted(value.images, 'image')}.`,
    }
  })
}

function verify(context: CommandContext) {
  return withFiles(context, async ({ database, files }) => {
    const problem = await findIdentityProblem({ database, store: files.store })
    if (problem !== null) throw new Refusal(problem)
    const value = await verifyStore({
      database,
      store: files.store,
      spaces: await listSpaces(database.reads),
    })
    const failures = countFaulty(value)
    const text = [
      ...listFaulty(value),
      `Checked ${counted(value.checked, 'file')}; ${failures} ${failures === 1 ? 'is' : 'are'} missing or damaged.`,
    ].join('\n')
    return { value, text, hasFailed: failures > 0 }
  })
}

const countFaulty = ({ missing, damaged }: DefectiveFiles) => missing.length + damaged.length

/** Lists missing and damaged files, one line each, with the assets that have them. */
function listFaulty(faulty: DefectiveFiles): string[] {
  return (['missing', 'damaged'] as const).flatMap(state =>
    faulty[state].map(({ sha256, assets }) =>
      [sha256, state, ...assets.map(({ space, id }) => `${space}/${id}`)].join(' '),
    ),
  )
}

async function copy(context: CommandContext, { to }: { readonly to: string }) {
  const target = asUsage(() => openConfiguredStore(context.config, systemRandom, to))
  const problem = findFolderProblem(target)
  if (problem !== null) throw new Refusal(`--to: ${problem}`)
  return withFiles(context, async ({ database, files }) => {
    const value = await copyStore({
      ...{ database, from: files.store, to: target, spaces: await listSpaces(database.reads) },
      temporary: files.uploads,
    })
    const text = `Copied ${counted(value.copied, 'file')} of ${counted(value.bytes, 'byte')}; ${value.skipped} ${value.skipped === 1 ? 'was' : 'were'} there.`
    const failures = countFaulty(value)
    const lines = [
      ...listFaulty(value),
      failures === 0 ? text : `${text} ${failures} ${failures === 1 ? 'is' : 'are'} missing or damaged.`,
    ]
    return { value, text: lines.join('\n'), hasFailed: failures > 0 }
  })
}
