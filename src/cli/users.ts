// The commands `users create`, `users list`, `users set-role`, `users remove` and `users reset-password`.
import { isatty } from 'node:tty'
import type { Command } from 'commander'
import { userFieldsSchema } from '../accounts/accounts.schema.ts'
import { createPasswords } from '../accounts/credentials.ts'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { createUser, removeUser, resetPassword, setRole } from '../accounts/users.service.ts'
import { findUserByEmail, listUsers } from '../accounts/users.store.ts'
import { roles } from '../base/caller.ts'
import { systemClock, toTimestamp } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { systemRandom } from '../base/ids.ts'
import { decodeUtf8 } from '../base/text.ts'
import { asUsage, type CommandContext, checkFields, type Run, toTable, UsageError } from './command.ts'

const passwordBytesMax = 4096

const parts = { clock: systemClock, random: systemRandom }
const roleOption = `--role <${roles.join('|')}>`
const roleHelp =
  'owner and admin manage API keys and members; editor writes and publishes content; author writes drafts; member has read-only access.'
const passwordHelp = 'Reads the password, one line of 8 to 256 characters, from standard input.'

/** Reads a password. It is never an argument, since other users of the machine can see arguments. */
async function readPassword(isOnStdin: boolean | undefined, refusal: string, reason = ''): Promise<string> {
  if (!isOnStdin) {
    throw new UsageError(`--password-stdin is missing: ${reason}the password is read from standard input.`)
  }
  const bytes = await readInput().catch(() => {
    throw new Refusal(refusal, ['The password could not be read from standard input.'])
  })
  // Refused as too long, even if the bytes end inside a character.
  const text = bytes.length > passwordBytesMax ? bytes.toString() : decodeUtf8(bytes)
  if (text === null) throw new Refusal(refusal, ['The password is not UTF-8.'])
  const password = text.replace(/\r?\n$/, '')
  const checked = checkFields(passwordSchema, { password }, refusal).password
  if (/[\r\n]/.test(checked)) throw new Refusal(refusal, ['The password must be a single line.'])
  return checked
}

/** Reads one line at a terminal; otherwise all input, because more lines are refused. */
async function readInput(): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of Bun.stdin.stream()) {
    bytes = Buffer.concat([bytes, chunk])
    if (bytes.length > passwordBytesMax || (isatty(0) && bytes.includes('\n'))) break
  }
  return bytes
}

/** Does not claim who set the password, because it may have been anyone with the link of an invitation. */
function passwordUnchangedNote(email: string): string {
  return [
    `The account keeps its password. If someone other than ${email} may have set it, set a new one`,
    `with \`users reset-password --email ${email} --password-stdin\`, which also ends its sessions.`,
  ].join('\n')
}

const passwordSchema = userFieldsSchema.pick({ password: true })
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
    .description(
      'Creates a user. If the e-mail has an account already, adds it to the space or changes its role there.',
    )
    .requiredOption('--email <E>', 'The e-mail that the user signs in with.')
    .requiredOption('--space <SLUG>', 'The space that the user becomes a member of.')
    .requiredOption(roleOption, roleHelp)
    .option(
      '--password-stdin',
      `${passwordHelp} For new accounts only; it is refused for an existing one, which keeps its password.`,
    )
    .action(run(createOne))
  users
    .command('list')
    .description('Lists users with their spaces and roles.')
    .option('--space <SLUG>', 'Only the members of this space.')
    .action(run(listAll))
  users
    .command('set-role')
    .description('Changes the role of a member, from their next request on.')
    .requiredOption('--email <E>', 'The e-mail of the user.')
    .requiredOption('--space <SLUG>', 'The space of the membership.')
    .requiredOption(roleOption, roleHelp)
    .action(run(changeRole))
  users
    .command('remove')
    .description('Removes a user from a space, or deletes the account.')
    .requiredOption('--email <E>', 'The e-mail of the user.')
    .option(
      '--space <SLUG>',
      'Removes the user from this space only; a user without another space is deleted. Default: deletes the account.',
    )
    .action(run(remove))
  users
    .command('reset-password')
    .description('Sets a new password for a user and ends their sessions.')
    .requiredOption('--email <E>', 'The e-mail of the user.')
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
  if (hasAccount && passwordStdin) {
    throw new Refusal(`${email} already has an account, which keeps its password. Nothing was changed.`, [
      'Leave --password-stdin out to add the account to the space or to change its role there.',
      `To set a new password: users reset-password --email ${email} --password-stdin`,
    ])
  }
  const reason = `${email} has no account yet, and `
  const password = hasAccount ? null : await readPassword(passwordStdin, refusal, reason)
  const wanted = { email, role, password, space: space.id }
  const { user, created } = await createUser(database, { ...parts, passwords: createPasswords() }, wanted)
  if (!created) context.note(passwordUnchangedNote(email))
  return {
    value: { doc: { id: user.id, email, space: slug, role }, created },
    text: created
      ? `Created the user ${email}, ${role} of ${slug}.`
      : `${email} already has an account. Its role in ${slug} is now ${role}.`,
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
  const { user, deleted } = await removeUser(
    database,
    { clock: systemClock },
    { email, space: space?.id ?? null },
  )
  return {
    value: { doc: user, deleted },
    text: deleted ? `Removed the user ${email}.` : `Removed ${email} from ${words.space}.`,
  }
}

async function reset(context: CommandContext, words: { email: string } & PasswordWords) {
  const email = checkEmail(words.email)
  const password = await readPassword(words.passwordStdin, 'The password was not changed.')
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
