// keys create, keys list, keys revoke
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { listSpaces } from '../accounts/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { systemRandom } from '../base/ids.ts'
import { newKeySchema } from '../keys/keys.schema.ts'
import { createKey, toApiKeyView } from '../keys/keys.service.ts'
import { listKeys, revokeKey } from '../keys/keys.store.ts'
import { type Command, checkFields, optionalOption, requireOption, toTable } from './command.ts'

export const keysCreate: Command = {
  words: 'keys create',
  usage: '--space SLUG --name N [--scope S]… [--expires-at T|never]',
  summary: 'Makes an API key and shows its secret, once.',
  options: {
    space: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string', multiple: true },
    'expires-at': { type: 'string' },
  },
  optionHelp: {
    space: 'The space that the key reads.',
    name: 'What the key is for, 1 to 100 characters.',
    scope: 'content.read (where none is named) or schema.read; may be given again.',
    'expires-at': 'An RFC 3339 time in the future, or never; a year from now where absent.',
  },
  arity: [0, 0],
  run: async context => {
    const slug = requireOption(context, 'space')
    const expiry = optionalOption(context, 'expires-at')
    const sent = {
      name: requireOption(context, 'name'),
      ...(context.options.scope !== undefined && { scopes: context.options.scope }),
      ...(expiry !== undefined && { expiresAt: expiry === 'never' ? null : expiry }),
    }
    const fields = checkFields(newKeySchema(systemClock, 'never'), sent, 'The key was not created.')
    const wanted = { ...fields, createdBy: 'command line' }
    const database = await context.database()
    const space = await getSpaceBySlug(database.reads, slug)
    const parts = { clock: systemClock, random: systemRandom }
    const created = await database.transaction(writes => createKey(writes, parts, space.id, wanted))
    const { doc, key } = created
    const until = doc.expiresAt === null ? 'never expires' : `expires ${doc.expiresAt}`
    // The key alone on standard output, so that a script can take it.
    context.note(`The key "${doc.name}" (${doc.id}) ${until}. It is not shown again:`)
    return { value: created, text: key }
  },
}

export const keysList: Command = {
  words: 'keys list',
  usage: '[--space SLUG]',
  summary: 'Shows the keys of a space, or of all, without their secrets.',
  options: { space: { type: 'string' } },
  optionHelp: { space: 'Only the keys of this space.' },
  arity: [0, 0],
  run: async context => {
    const slug = optionalOption(context, 'space')
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
  },
}

export const keysRevoke: Command = {
  words: 'keys revoke',
  usage: 'ID',
  summary: 'Ends a key for good; the next request with it is refused, on many nodes within a second.',
  options: {},
  optionHelp: {},
  arity: [1, 1],
  run: async context => {
    const id = context.args[0] ?? ''
    const database = await context.database()
    const now = systemClock()
    const key = await database.urgentTransaction(writes => revokeKey(writes, null, id, now))
    if (!key) throw new Refusal(`There is no key ${id}. \`keys list\` shows those that there are.`)
    return { value: { doc: toApiKeyView(key, now) }, text: `Revoked the key "${key.name}" (${key.id}).` }
  },
}
