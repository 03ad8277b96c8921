// users create, users list, users set-role, users remove, users reset-password
import { userFieldsSchema } from '../accounts/accounts.schema.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { createUser, removeUser, resetPassword, setRole } from '../accounts/users.service.ts'
import { listUsers } from '../accounts/users.store.ts'
import { systemClock, toTimestamp } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import {
  type Command,
  type CommandContext,
  checkFields,
  optionalOption,
  requireOption,
  toTable,
  UsageError,
} from './command.ts'

const passwordBytesMax = 4096

const parts = { clock: systemClock, random: systemRandom }
const spaceHelp = 'The space that the user is to work in.'
const roleHelp = 'owner and admin manage keys, members and publishing; member looks.'
const passwordHelp = 'Reads the password, one line of 8 to 256 characters, from standard input.'

/** The first line; a password never stands on the command line, where others on the machine can see it. */
async function readPassword(context: CommandContext): Promise<string> {
  if (context.options['password-stdin'] !== true) {
    throw new UsageError('--password-stdin is missing: the password is read from standard input.')
  }
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of Bun.stdin.stream()) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n') || text.length > passwordBytesMax) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}

const emailSchema = userFieldsSchema.pick({ email: true })

function requireEmail(context: CommandContext): string {
  return checkFields(emailSchema, { email: requireOption(context, 'email') }, 'Nothing was changed.').email
}

export const usersCreate: Command = {
  words: 'users create',
  usage: '--email E --space SLUG --role owner|admin|member --password-stdin',
  summary: 'Makes a user; for an e-mail that exists, adds the membership or changes its role.',
  options: {
    email: { type: 'string' },
    space: { type: 'string' },
    role: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  optionHelp: {
    email: 'What the user signs in with.',
    space: spaceHelp,
    role: roleHelp,
    'password-stdin': `${passwordHelp} Where the e-mail exists, its password stays.`,
  },
  arity: [0, 0],
  run: async context => {
    const slug = requireOption(context, 'space')
    const sent = { email: requireOption(context, 'email'), role: requireOption(context, 'role') }
    const password = await readPassword(context)
    const wanted = checkFields(userFieldsSchema, { ...sent, password }, 'The user was not created.')
    const database = await context.database()
    const space = await getSpaceBySlug(database.reads, slug)
    const { user, created } = await createUser(
      database,
      { ...parts, passwords: createPasswords() },
      { ...wanted, space: space.id },
    )
    const { email, role } = wanted
    return {
      value: { doc: { id: user.id, email, space: slug, role }, created },
      text: created
        ? `Made the user ${email}, ${role} of ${slug}.`
        : `There is an account for ${email} already: it was not made anew, and it kept its password; the one given now was not used.\nIts role in ${slug} is now ${role}.`,
    }
  },
}

export const usersList: Command = {
  words: 'users list',
  usage: '[--space SLUG]',
  summary: 'Shows users, their spaces and roles.',
  options: { space: { type: 'string' } },
  optionHelp: { space: 'Only the members of this space.' },
  arity: [0, 0],
  run: async context => {
    const slug = optionalOption(context, 'space')
    const database = await context.database()
    const space = slug === undefined ? null : await getSpaceBySlug(database.reads, slug)
    const list = (await listUsers(database.reads, space?.id ?? null)).map(user => ({
      ...user,
      joinedAt: toTimestamp(user.joinedAt),
    }))
    const rows = list.map(user => [user.email, user.space, user.role, user.joinedAt])
    return {
      value: { list, count: list.length },
      text: toTable([['E-MAIL', 'SPACE', 'ROLE', 'JOINED'], ...rows]),
    }
  },
}

export const usersSetRole: Command = {
  words: 'users set-role',
  usage: '--email E --space SLUG --role owner|admin|member',
  summary: 'Changes what a member may do, from the next request on.',
  options: { email: { type: 'string' }, space: { type: 'string' }, role: { type: 'string' } },
  optionHelp: { email: 'Who.', space: 'In which space.', role: roleHelp },
  arity: [0, 0],
  run: async context => {
    const slug = requireOption(context, 'space')
    const sent = { email: requireOption(context, 'email'), role: requireOption(context, 'role') }
    const schema = userFieldsSchema.pick({ email: true, role: true })
    const { email, role } = checkFields(schema, sent, 'Nothing was changed.')
    const database = await context.database()
    const space = await getSpaceBySlug(database.reads, slug)
    const { id } = await setRole(database, parts, { email, role, space: space.id })
    return {
      value: { doc: { id, email, space: slug, role } },
      text: `${email} is now ${role} of ${slug}.`,
    }
  },
}

export const usersRemove: Command = {
  words: 'users remove',
  usage: '--email E [--space SLUG]',
  summary: 'Takes a user out of a space, or removes the user altogether.',
  options: { email: { type: 'string' }, space: { type: 'string' } },
  optionHelp: {
    email: 'Who.',
    space: 'Only from this space; the account goes with the last one. Where absent, from all.',
  },
  arity: [0, 0],
  run: async context => {
    const slug = optionalOption(context, 'space')
    const email = requireEmail(context)
    const database = await context.database()
    const space = slug === undefined ? null : await getSpaceBySlug(database.reads, slug)
    const { user, deleted } = await removeUser(database, { email, space: space?.id ?? null })
    return {
      value: { doc: user, deleted },
      text: deleted ? `Removed the user ${email}.` : `Removed ${email} from ${slug}.`,
    }
  },
}

export const usersResetPassword: Command = {
  words: 'users reset-password',
  usage: '--email E --password-stdin',
  summary: "Gives a user another password and ends the user's sessions.",
  options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  optionHelp: { email: 'Who.', 'password-stdin': passwordHelp },
  arity: [0, 0],
  run: async context => {
    const sent = { email: requireOption(context, 'email'), password: await readPassword(context) }
    const schema = userFieldsSchema.pick({ email: true, password: true })
    const wanted = checkFields(schema, sent, 'The password was not changed.')
    const database = await context.database()
    const user = await resetPassword(database, { clock: systemClock, passwords: createPasswords() }, wanted)
    return { value: { doc: user }, text: `${user.email} has a new password, and must sign in again.` }
  },
}
