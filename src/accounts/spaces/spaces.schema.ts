// Schemas of spaces in the dashboard's API.
import { z } from '@hono/zod-openapi'
import { controlCharacter } from '../../base/text.ts'
import { type PreviewSite, previewSitesMax, toPreviewOrigin } from '../../content/model/preview-url.ts'
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

const previewSiteSchema = z
  .strictObject({
    name: name.openapi({ example: 'Staging' }),
    url: z
      .string('must be a string')
      .transform((text, context) => {
        const origin = toPreviewOrigin(text)
        if (origin !== null) return origin
        const message =
          'must be an origin with https, such as https://www.example.org, or with http on localhost'
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      })
      .openapi({ type: 'string', example: 'https://staging.example.org' }),
  })
  .openapi('PreviewSite')

const previewSitesSchema = z
  .array(previewSiteSchema, 'must be a list')
  .max(previewSitesMax, `must have at most ${previewSitesMax} sites`)
  .refine(sites => haveDifferent(sites, 'name'), 'must have different names')
  .refine(sites => haveDifferent(sites, 'url'), 'must have different URLs')
  .openapi({
    description: 'The sites that show drafts. The first is chosen where nothing else is said.',
  })

function haveDifferent(sites: readonly PreviewSite[], key: keyof PreviewSite): boolean {
  return new Set(sites.map(site => site[key])).size === sites.length
}

export const spaceChangeSchema = z.object({
  name: name.optional(),
  previewSites: previewSitesSchema.optional(),
})

export const spaceDocumentSchema = z
  .object({
    doc: z
      .object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        createdAt: z.iso.datetime(),
        previewSites: z
          .array(z.object({ name: z.string(), url: z.string() }))
          .openapi({ description: 'The sites that show drafts.' }),
      })
      .openapi('Space'),
  })
  .openapi('SpaceDocument')

export type SpaceDocument = z.output<typeof spaceDocumentSchema>
