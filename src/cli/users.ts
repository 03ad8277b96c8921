// users create, users list, users set-role, users remove, users reset-password
import type { Command } from 'commander'
import { userFieldsSchema } from '../accounts/accounts.schema.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { createUser, removeUser, resetPassword, setRole } from '../accounts/users.service.ts'
import { findUserByEmail, listUsers } from '../accounts/users.store.ts'
import { systemClock, toTimestamp } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import { asUsage, type CommandContext, checkFields, type Run, toTable, UsageError } from './command.ts'

const passwordBytesMax = 4096

const parts = { clock: systemClock, random: systemRandom }
const roleHelp = 'owner and admin manage keys, members and publishing; member looks.'
const passwordHelp = 'Reads the password, one line of 8 to 256 characters, from standard input.'

/** Reads the first line; a password is never an argument, since other users of the machine can see arguments. */
async function readPassword(isOnStdin: boolean | undefined, reason = ''): Promise<string> {
  if (!isOnStdin) {
    throw new UsageError(`--password-stdin is missing: ${reason}the password is read from standard input.`)
  }
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of Bun.stdin.stream()) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n') || text.length > passwordBytesMax) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}

function checkPassword(password: string, refusal: string): string {
  return checkFields(userFieldsSchema.pick({ password: true }), { password }, refusal).password
}

/** Does not say who set the password: it may have been anyone who had the link of an invitation. */
function passwordUnchangedNote(email: string): string {
  return [
    `The account keeps its password. If it was made by an invitation that somebody other than ${email} accepted, they know`,
    `that password: set another with \`users reset-password --email ${email} --password-stdin\`, which also ends its sessions.`,
  ].join('\n')
}

const emailSchema = userFieldsSchema.pick({ email: true })
const roleSchema = userFieldsSchema.pick({ email: true, role: true })

interface RoleWords {
  readonly email: string
  readonly space: string
  readonly role: string
}

interface PasswordWords {
  readonly passwordStdin?: true
}

export function addUsers(program: Command, run: Run): void {
  const users = program.command('users')
  users
    .command('create')
    .description('Makes a user; for an e-mail that exists, adds the membership or changes its role.')
    .requiredOption('--email <E>', 'What the user signs in with.')
    .requiredOption('--space <SLUG>', 'The space that the user is to work in.')
    .requiredOption('--role <owner|admin|member>', roleHelp)
    .option('--password-stdin', `${passwordHelp} For a new account; one that exists keeps its password.`)
    .action(run(createOne))
  users
    .command('list')
    .description('Shows users, their spaces and roles.')
    .option('--space <SLUG>', 'Only the members of this space.')
    .action(run(listAll))
  users
    .command('set-role')
    .description('Changes what a member may do, from the next request on.')
    .requiredOption('--email <E>', 'Who.')
    .requiredOption('--space <SLUG>', 'In which space.')
    .requiredOption('--role <owner|admin|member>', roleHelp)
    .action(run(changeRole))
  users
    .command('remove')
    .description('Takes a user out of a space, or removes the user altogether.')
    .requiredOption('--email <E>', 'Who.')
    .option(
      '--space <SLUG>',
      'Only from this space; the account goes with the last one. Where absent, from all.',
    )
    .action(run(remove))
  users
    .command('reset-password')
    .description("Gives a user another password and ends the user's sessions.")
    .requiredOption('--email <E>', 'Who.')
    .requiredOption('--password-stdin', passwordHelp)
    .action(run(reset))
}

async function createOne(context: CommandContext, words: RoleWords & PasswordWords) {
  const refusal = 'The user was not created.'
  const { space: slug, passwordStdin } = words
  const { email, role } = asUsage(() => checkFields(roleSchema, toSent(words), refusal))
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, slug)
  const hasAccount = (await findUserByEmail(database.reads, email)) !== null
  const reason = `${email} has no account yet, and `
  const password = hasAccount ? null : checkPassword(await readPassword(passwordStdin, reason), refusal)
  const wanted = { email, role, password, space: space.id }
  const { user, created } = await createUser(database, { ...parts, passwords: createPasswords() }, wanted)
  if (!created) context.note(passwordUnchangedNote(email))
  return {
    value: { doc: { id: user.id, email, space: slug, role }, created },
    text: created
      ? `Made the user ${email}, ${role} of ${slug}.`
      : `${email} has an account already. Its role in ${slug} is now ${role}.`,
  }
}

async function listAll(context: CommandContext, { space: slug }: { space?: string }) {
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
}

async function changeRole(context: CommandContext, words: RoleWords) {
  const { email, role } = asUsage(() => checkFields(roleSchema, toSent(words), 'Nothing was changed.'))
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, words.space)
  const { id } = await setRole(database, parts, { email, role, space: space.id })
  return {
    value: { doc: { id, email, space: words.space, role } },
    text: `${email} is now ${role} of ${words.space}.`,
  }
}

async function remove(context: CommandContext, words: { email: string; space?: string }) {
  const email = checkEmail(words.email)
  const database = await context.database()
  const space = words.space === undefined ? null : await getSpaceBySlug(database.reads, words.space)
  const { user, deleted } = await removeUser(database, { email, space: space?.id ?? null })
  return {
    value: { doc: user, deleted },
    text: deleted ? `Removed the user ${email}.` : `Removed ${email} from ${words.space}.`,
  }
}

async function reset(context: CommandContext, words: { email: string } & PasswordWords) {
  const email = checkEmail(words.email)
  const password = checkPassword(await readPassword(words.passwordStdin), 'The password was not changed.')
  const database = await context.database()
  const wanted = { email, password }
  const user = await resetPassword(database, { clock: systemClock, passwords: createPasswords() }, wanted)
  return { value: { doc: user }, text: `${user.email} has a new password, and must sign in again.` }
}

function toSent({ email, role }: RoleWords) {
  return { email, role }
}

function checkEmail(email: string): string {
  return asUsage(() => checkFields(emailSchema, { email }, 'Nothing was changed.')).email
}
