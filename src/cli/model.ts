// The command `model apply`.
import type { Command } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { type AppliedChange, applyModelFile, parseModelFile } from '../authoring/models/model-file.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { counted, decodeUtf8 } from '../base/text.ts'
import { requireReadable } from '../media/receive/readable-file.ts'
import type { CommandContext, Run } from './command.ts'
import { createProgress } from './terminal/progress.ts'

interface ApplyFlags {
  readonly space: string
  readonly dryRun?: true
  readonly acceptLosses?: true
}

export function addModel(program: Command, run: Run): void {
  program
    .command('model')
    .command('apply')
    .description('Changes models with their entries, in one transaction.')
    .argument('<FILE>', 'JSON: { collection, modelVersion, operations }, or a list of them.')
    .requiredOption('--space <SLUG>', 'The space of the collections.')
    .option('--dry-run', 'Reports what would change, and changes nothing.')
    .option('--accept-losses', 'Changes the models even if values are lost.')
    .action(run(apply))
}

async function apply(context: CommandContext, file: string, flags: ApplyFlags) {
  const [dryRun, acceptLosses] = [flags.dryRun === true, flags.acceptLosses === true]
  if (requireReadable(file).isDirectory()) throw new Refusal(`${file} is a folder, not a file.`)
  const text = decodeUtf8(await Bun.file(file).bytes())
  if (text === null) throw new Refusal(`${file} is not UTF-8.`)
  const changes = parseModelFile(text)
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, flags.space)
  const progress = createProgress(process.stderr, systemClock)
  try {
    const list = await applyModelFile(database, space.id, changes, {
      ...{ clock: systemClock, dryRun, acceptLosses },
      onProgress: (done, total) => progress.show({ phase: 'writing', done, total }),
    })
    if (!dryRun) await database.analyze()
    const heading = dryRun ? ['Dry run: nothing was changed.'] : []
    return { value: { list }, text: [...heading, ...list.flatMap(toLines)].join('\n') }
  } finally {
    progress.clear()
  }
}

function toLines({ collection, modelVersion, report }: AppliedChange): string[] {
  const { drafts, live, losses, problems, readers } = report
  return [
    `${collection}: model version ${modelVersion}; ${counted(drafts, 'draft')} and ${counted(live, 'live entry', 'live entries')} change.`,
    ...losses.map(
      ({ field, reason, count }) => `  Lost: ${field}: ${reason}, in ${counted(count, 'entry', 'entries')}`,
    ),
    ...problems.map(
      ({ field, code, count }) => `  Problem: ${field}: ${code}, in ${counted(count, 'draft')}`,
    ),
    ...readers.map(text => `  ${text}`),
  ]
}
