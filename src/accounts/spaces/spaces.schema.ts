// Schemas of spaces in the dashboard's API.
import { z } from '@hono/zod-openapi'
import { controlCharacter } from '../../base/text.ts'
import { spaceNameLengthMax, spaceSlugPattern } from './spaces.service.ts'

const name = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .refine(
    text => [...text].length <= spaceNameLengthMax,
    `must have at most ${spaceNameLengthMax} characters`,
  )
  .refine(text => !controlCharacter.test(text), 'must not contain control characters')
  .refine(text => text.isWellFormed(), 'must not contain a lone surrogate')
  .openapi({ maxLength: spaceNameLengthMax, example: 'Harbour Books' })

export const newSpaceSchema = z.object({
  name,
  slug: z
    .string('must be a string')
    .regex(
      spaceSlugPattern,
      'must have 1 to 64 lowercase letters, digits and hyphens, with no hyphen at either end',
    )
    .optional()
    .openapi({
      example: 'harbour-books',
      description:
        'Stands in addresses and never changes. Without one, it is made from the name, with a number behind it if that is taken.',
    }),
})
export type NewSpace = z.output<typeof newSpaceSchema>

export const renamedSpaceSchema = z.object({ name })

export const spaceDocumentSchema = z
  .object({
    doc: z
      .object({ id: z.string(), slug: z.string(), name: z.string(), createdAt: z.iso.datetime() })
      .openapi('Space'),
  })
  .openapi('SpaceDocument')

export type SpaceDocument = z.output<typeof spaceDocumentSchema>
