// The commands `spaces create` and `spaces list`.
import type { Command } from 'commander'
import { createSpace, requireSpaceFields, toSpaceView } from '../accounts/spaces/spaces.service.ts'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import { asUsage, type CommandContext, type Run, toTable } from './command.ts'

export function addSpaces(program: Command, run: Run): void {
  const spaces = program.command('spaces')
  spaces
    .command('create')
    .description('Creates a space, with its own content, members and API keys.')
    .argument('<SLUG>', 'The name of the space in commands and URLs.')
    .option('--name <N>', 'The name that people see. Default: the slug.')
    .action(run(createOne))
  spaces.command('list').description('Lists the spaces.').action(run(listAll))
}

async function createOne(context: CommandContext, slug: string, { name }: { name?: string }) {
  const wanted = { slug, name }
  asUsage(() => requireSpaceFields(wanted))
  const database = await context.database()
  const parts = { clock: systemClock, random: systemRandom }
  const by = { kind: 'command', name: 'frontlist spaces create' } as const
  const space = await database.transaction(writes => createSpace(writes, parts, { ...wanted, by }))
  return { value: { doc: toSpaceView(space) }, text: `Created the space ${space.slug}.` }
}

async function listAll(context: CommandContext) {
  const database = await context.database()
  const list = (await listSpaces(database.reads)).map(toSpaceView)
  const rows = list.map(space => [space.slug, space.name, space.createdAt])
  return { value: { list, count: list.length }, text: toTable([['SLUG', 'NAME', 'CREATED'], ...rows]) }
}
