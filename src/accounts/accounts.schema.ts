// Schemas of sign-in, set-up, members and invitations, used for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { roles } from '../base/caller.ts'
import { passwordLengthMax, passwordLengthMin } from '../base/limits.ts'
import { controlCharacter } from '../base/text.ts'
import { listSchema } from '../http/record.schema.ts'

const emailLengthMax = 254
const tokenLengthMax = 200

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })
const role = z.enum(roles, `must be one of ${roles.join(', ')}`)

/** Lower case, so that two accounts cannot have e-mails that differ only in case. */
const email = z
  .string('must be a string')
  .trim()
  .toLowerCase()
  .max(emailLengthMax, `must have at most ${emailLengthMax} characters`)
  .pipe(z.email('must be an e-mail address'))
  .openapi({ type: 'string', format: 'email', example: 'ada@example.com' })

const newPasswordMessage = `must have ${passwordLengthMin} to ${passwordLengthMax} characters`
const newPassword = z
  .string('must be a string')
  .min(passwordLengthMin, newPasswordMessage)
  .max(passwordLengthMax, newPasswordMessage)
  .openapi({ format: 'password' })

/** Accepts any plausible length. Whether the password is correct is checked later. */
const password = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(passwordLengthMax, `must have at most ${passwordLengthMax} characters`)
  .openapi({ format: 'password' })

const token = z.string('must be a string').min(1, 'must not be empty').max(tokenLengthMax, 'is too long')

const spaceRoleSchema = z.object({ id: z.string(), slug: z.string(), name: z.string(), role })

export const sessionSchema = z
  .object({
    user: z.object({ id: z.string(), email: z.string() }),
    space: spaceRoleSchema.nullable().openapi({
      description: 'The current space and the role in it; null if the user is no longer a member of it.',
    }),
    spaces: z.array(spaceRoleSchema).openapi({ description: 'All spaces of the user, oldest first.' }),
  })
  .openapi('Session')

export const signInSchema = z.object({ email, password })
export const changePasswordSchema = z.object({ currentPassword: password, newPassword })
export const switchSpaceSchema = z.object({
  space: z.string('must be a string').openapi({ description: 'The slug of one of the spaces.' }),
})

/** The fields from which the command line creates a user. */
export const userFieldsSchema = z.object({ email, password: newPassword, role })

export const setupStateSchema = z.object({ open: z.boolean() }).openapi('SetupState')
export const setupSchema = z.object({
  token,
  email,
  password: newPassword,
  space: z
    .string('must be a string')
    .trim()
    .min(1, 'must not be empty')
    .max(100, 'must have at most 100 characters')
    .refine(text => !controlCharacter.test(text), 'must not contain control characters')
    .refine(text => text.isWellFormed(), 'must not contain a lone surrogate')
    .openapi({ description: 'The slug of an existing space, or the name of a new one.' }),
})

const memberSchema = z
  .object({ id: z.string(), email: z.string(), role, joinedAt: timestamp })
  .openapi('Member')
export const memberListSchema = listSchema(memberSchema, 'members of the space').openapi('MemberList')
export const memberDocumentSchema = z.object({ doc: memberSchema }).openapi('MemberDocument')
export const changeRoleSchema = z.object({ role })

const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    createdAt: timestamp,
    createdBy: z.string(),
    expiresAt: timestamp,
  })
  .openapi('Invitation')
export const invitationListSchema = listSchema(invitationSchema, 'open invitations of the space').openapi(
  'InvitationList',
)
export const invitationDocumentSchema = z.object({ doc: invitationSchema }).openapi('InvitationDocument')
export const newInvitationSchema = z.object({ email, role })
export const newInvitationDocumentSchema = z
  .object({
    doc: invitationSchema,
    link: z
      .string()
      .openapi({ description: 'The link that the invited person opens. It is in this response only.' }),
  })
  .openapi('NewInvitation')

export const openInvitationSchema = z.object({ token })
export const openedInvitationSchema = z
  .object({
    space: z.string().openapi({ description: "The space's name." }),
    email: z.string(),
    role,
  })
  .openapi('OpenedInvitation')
export const acceptInvitationSchema = z.object({ token, password })

export type SessionView = z.output<typeof sessionSchema>
export type MemberView = z.output<typeof memberSchema>
export type InvitationView = z.output<typeof invitationSchema>
export type OpenedInvitationView = z.output<typeof openedInvitationSchema>
