// The commands `publish` and `unpublish`.
import type { Command } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { publish, unpublish } from '../authoring/entries/publish.service.ts'
import { systemClock } from '../base/clock.ts'
import { type CommandContext, type Run, UsageError } from './command.ts'

type Change = typeof publish

export function addPublishing(program: Command, run: Run): void {
  add(program, run, 'publish', 'Publishes the drafts of entries, in one transaction.', publish)
  add(program, run, 'unpublish', 'Unpublishes entries, in one transaction; their drafts stay.', unpublish)
}

function add(
  program: Command,
  run: Run,
  name: 'publish' | 'unpublish',
  summary: string,
  change: Change,
): void {
  const done = `${name}ed`
  program
    .command(name)
    .description(summary)
    .argument('<COLLECTION/SLUG...>', 'Collection and slug of an entry, such as posts/hello.')
    .requiredOption('--space <SLUG>', 'The space of the entries.')
    .action(
      run(async (context: CommandContext, paths: readonly string[], { space: slug }: { space: string }) => {
        const malformed = paths.filter(path => !path.includes('/'))
        if (malformed.length > 0)
          throw new UsageError(`Write an entry as COLLECTION/SLUG, not ${malformed.join(', ')}.`)
        const database = await context.database()
        const space = await getSpaceBySlug(database.reads, slug)
        const { changed, unchanged, cancelled } = await change(database, space.id, paths, systemClock)
        const lines = [
          ...changed.map(path => `${path}: ${done}`),
          ...unchanged.map(path => `${path}: already ${done}`),
          ...cancelled.flatMap(({ entry, publishAt, unpublishAt }) => [
            ...(publishAt === null ? [] : [`${entry}: its publication at ${publishAt} is cancelled`]),
            ...(unpublishAt === null ? [] : [`${entry}: its unpublishing at ${unpublishAt} is cancelled`]),
          ]),
        ]
        return { value: { [done]: changed, unchanged, cancelled }, text: lines.join('\n') }
      }),
    )
}
