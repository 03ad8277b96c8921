// The command `types`: prints the TypeScript types of a space's model, as `frontlist-types` does over HTTP.
import type { Command } from 'commander'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import { CommandError } from '../../client/src/command/schema-source.ts'
import { writeTypes } from '../../client/src/command/types-file.ts'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { Refusal } from '../base/errors.ts'
import { readServedModels } from '../delivery/store/collections.store.ts'
import { describeModel } from '../query/bind/describe-model.ts'
import type { CommandContext, Run } from './command.ts'

interface TypesFlags {
  readonly space: string
  readonly out?: string
}

export function addTypes(program: Command, run: Run): void {
  program
    .command('types')
    .description('Generates TypeScript types from the models of a space, for its clients.')
    .requiredOption('--space <SLUG>', 'The space of the models.')
    .option('--out <FILE>', 'The file to write; otherwise the types go to standard output.')
    .action(run(types))
}

async function types(context: CommandContext, { space: slug, out }: TypesFlags) {
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, slug)
  const models = await database.snapshot(space.id, reads => readServedModels(reads, space.id))
  const text = generateTypes(describeModel(models), { url: context.config.PUBLIC_URL || undefined })
  if (out === undefined) return { value: { types: text }, text: text.trimEnd() }
  await writeTypes(out, text).catch((error: unknown) => {
    throw error instanceof CommandError ? new Refusal(error.message) : error
  })
  return { value: { out }, text: `${out}: written.` }
}
