// spaces create, spaces list
import { createSpace, toSpaceView } from '../accounts/spaces.service.ts'
import { listSpaces } from '../accounts/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import { type Command, optionalOption, toTable } from './command.ts'

export const spacesCreate: Command = {
  words: 'spaces create',
  usage: 'SLUG [--name N]',
  summary: 'Makes a space: content and keys of its own.',
  options: { name: { type: 'string' } },
  optionHelp: { name: 'What people call the space; the slug where absent.' },
  arity: [1, 1],
  run: async context => {
    const database = await context.database()
    const wanted = { slug: context.args[0] ?? '', name: optionalOption(context, 'name') }
    const parts = { clock: systemClock, random: systemRandom }
    const space = await database.transaction(writes => createSpace(writes, parts, wanted))
    return { value: { doc: toSpaceView(space) }, text: `Made the space ${space.slug}.` }
  },
}

export const spacesList: Command = {
  words: 'spaces list',
  usage: '',
  summary: 'Shows the spaces.',
  options: {},
  optionHelp: {},
  arity: [0, 0],
  run: async context => {
    const database = await context.database()
    const list = (await listSpaces(database.reads)).map(toSpaceView)
    const rows = list.map(space => [space.slug, space.name, space.createdAt])
    return { value: { list, count: list.length }, text: toTable([['SLUG', 'NAME', 'CREATED'], ...rows]) }
  },
}
