// publish, unpublish
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { systemClock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import { type PublishReport, publish, unpublish } from '../publishing/publish.service.ts'
import { type Command, requireOption } from './command.ts'

type Change = (database: Database, space: SpaceId, addresses: readonly string[]) => Promise<PublishReport>

export const publishCommand = command(
  'publish',
  'published',
  'Publishes the draft of each entry.',
  (database, space, addresses) => publish(database, space, addresses, systemClock),
)

export const unpublishCommand = command(
  'unpublish',
  'unpublished',
  'Takes each entry offline; its draft stays.',
  unpublish,
)

function command(words: string, done: string, summary: string, change: Change): Command {
  return {
    words,
    usage: '--space SLUG COLLECTION/SLUG…',
    summary: `${summary} Several at once are one transaction.`,
    options: { space: { type: 'string' } },
    optionHelp: { space: 'The space of the entries.' },
    arity: [1, Number.POSITIVE_INFINITY],
    run: async context => {
      const slug = requireOption(context, 'space')
      const database = await context.database()
      const space = await getSpaceBySlug(database.reads, slug)
      const { changed, unchanged } = await change(database, space.id, context.args)
      const lines = [
        ...changed.map(address => `${address}: ${done}`),
        ...unchanged.map(address => `${address}: already ${done}`),
      ]
      return { value: { [done]: changed, unchanged }, text: lines.join('\n') }
    },
  }
}
