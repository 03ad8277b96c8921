// The commands `keys create`, `keys list` and `keys revoke`.
import type { Command } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { systemRandom } from '../base/ids.ts'
import { describeKind } from '../base/scopes.ts'
import { newKeySchema } from '../keys/keys.schema.ts'
import { createKey, recordKey, toApiKeyView } from '../keys/keys.service.ts'
import { listKeys, revokeKey } from '../keys/keys.store.ts'
import { asUsage, type CommandContext, checkFields, collect, type Run, toTable } from './command.ts'

const scopeHelp = `${describeKind('delivery')} or ${describeKind('management')}, not both. Default: content.read. Repeat it for several.`

interface NewKeyWords {
  readonly space: string
  readonly name: string
  readonly scope?: readonly string[]
  readonly expiresAt?: string
}

export function addKeys(program: Command, run: Run): void {
  const keys = program.command('keys')
  keys
    .command('create')
    .description('Creates an API key and shows its secret, once.')
    .requiredOption('--space <SLUG>', 'The space that the key gives access to.')
    .requiredOption('--name <N>', 'What the key is for, 1 to 100 characters.')
    .option('--scope <S>', scopeHelp, collect)
    .option('--expires-at <T|never>', 'An RFC 3339 time in the future, or never. Default: in 365 days.')
    .action(run(createOne))
  keys
    .command('list')
    .description('Lists API keys, of one space or of all, without their secrets.')
    .option('--space <SLUG>', 'Only the keys of this space.')
    .action(run(listAll))
  keys
    .command('revoke')
    .description(
      'Revokes an API key for good. Its next request is refused; with several nodes, within a second.',
    )
    .argument('<ID>', 'The id of the API key, from `keys list`.')
    .action(run(revoke))
}

async function createOne(context: CommandContext, { space: slug, name, scope, expiresAt }: NewKeyWords) {
  const sent = {
    name,
    ...(scope !== undefined && { scopes: scope }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === 'never' ? null : expiresAt }),
  }
  const schema = newKeySchema(systemClock, 'never')
  const fields = asUsage(() => checkFields(schema, sent, 'The key was not created.'))
  const by = { kind: 'command', name: 'frontlist keys create' } as const
  const wanted = { ...fields, createdBy: 'command line', by }
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, slug)
  const parts = { clock: systemClock, random: systemRandom }
  const created = await database.transaction(writes => createKey(writes, parts, space.id, wanted))
  const { doc, key } = created
  const until = doc.expiresAt === null ? 'never expires' : `expires ${doc.expiresAt}`
  // Only the key goes to standard output, so that a script can capture it.
  context.note(`The key "${doc.name}" (${doc.id}) ${until}. It is not shown again:`)
  return { value: created, text: key }
}

async function listAll(context: CommandContext, { space: slug }: { space?: string }) {
  const database = await context.database()
  const space = slug === undefined ? null : await getSpaceBySlug(database.reads, slug)
  const keys = await listKeys(database.reads, space?.id ?? null)
  const now = systemClock()
  const list = keys.map(key => toApiKeyView(key, now))
  const slugs = new Map((await listSpaces(database.reads)).map(({ id, slug }) => [id, slug]))
  const rows = list.map((key, place) => [
    slugs.get(keys[place]!.space) ?? '',
    key.id,
    key.name,
    key.prefix,
    key.scopes.join(' '),
    key.status,
    key.expiresAt ?? 'never',
  ])
  const header = ['SPACE', 'ID', 'NAME', 'PREFIX', 'SCOPES', 'STATUS', 'EXPIRES']
  return { value: { list, count: list.length }, text: toTable([header, ...rows]) }
}

async function revoke(context: CommandContext, id: string) {
  const database = await context.database()
  const now = systemClock()
  const by = { kind: 'command', name: 'frontlist keys revoke' } as const
  const key = await database.urgentTransaction(async writes => {
    const revoked = await revokeKey(writes, null, id, now)
    // Revoking again changes nothing: the time of the first revocation stays.
    if (revoked?.revokedAt === now) await recordKey(writes, revoked, { at: now, by, action: 'key.revoke' })
    return revoked
  })
  if (!key) throw new Refusal(`There is no API key ${id}. \`keys list\` shows all API keys.`)
  return { value: { doc: toApiKeyView(key, now) }, text: `Revoked the key "${key.name}" (${key.id}).` }
}
