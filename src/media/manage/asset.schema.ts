// Schemas of assets in the management API. Each is declared once, for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { assetSortKeys, assetTypes } from '../../content/tables/assets.store.ts'
import { entryStates } from '../../content/values/model.ts'
import { bySchema, listSchema, pageQuerySchema, timestamp } from '../../http/record.schema.ts'
import { warningCodes } from './upload-warnings.ts'

const perPageMax = 1000
const searchLengthMax = 100
/** The limit of a title and of an alt text, in code points. */
const textLengthMax = 500

const focalPoint = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

const shape = {
  id: z.string(),
  filename: z.string().openapi({ example: 'cover.jpg' }),
  contentType: z.string().openapi({
    example: 'image/jpeg',
    description: 'Detected from the first bytes; if these are not recognized, from the file extension.',
  }),
  size: z.int().openapi({ description: 'In bytes.' }),
  sha256: z.string().openapi({ description: 'Of the bytes, in hexadecimal.' }),
  width: z.int().nullable().openapi({ description: 'Of an image as it is shown, after its orientation.' }),
  height: z.int().nullable(),
  title: z.string().nullable(),
  alt: z.string().nullable().openapi({
    description: 'What an image shows, in words. The empty string is that of a decorative one.',
  }),
  focalPoint: focalPoint
    .nullable()
    .openapi({ description: 'The point that crops keep: 0 is left and top, 1 is right and bottom.' }),
  thumbhash: z.string().nullable().openapi({ description: 'A placeholder of the image, in Base64.' }),
  animated: z.boolean().openapi({ description: 'Whether it is a picture of several frames.' }),
  unreadable: z.boolean().openapi({
    description:
      'Whether it is a picture that cannot be decoded: then it has no other sizes and formats, and requests for them get the file itself.',
  }),
  url: z.string().openapi({ description: 'Where it is delivered while published content shows it.' }),
  live: z.boolean().openapi({ description: 'Whether it is delivered now.' }),
  uses: z.int().openapi({ description: 'How many entries use it, live or in their drafts.' }),
  createdAt: timestamp,
  createdBy: bySchema,
  updatedAt: timestamp,
  updatedBy: bySchema,
}

const asset = z.object(shape)
const assetItemSchema = asset.openapi('AssetItem')

const useSchema = z.object({
  id: z.string(),
  collection: z.string(),
  slug: z.string(),
  title: z.string().nullable(),
  state: z.enum(entryStates),
  live: z.boolean().openapi({ description: 'True if the live publication of the entry shows it.' }),
  draft: z.boolean().openapi({ description: 'Whether its draft, or a draft that is scheduled, uses it.' }),
  paths: z
    .array(z.string())
    .openapi({ example: ['/data/cover'], description: 'The fields that use it, as JSON Pointers.' }),
})

export const assetDocumentSchema = z
  .object({
    doc: z
      .object({
        ...shape,
        usedBy: z
          .array(useSchema)
          .openapi({ description: 'The first 100 of the entries that use it, by id.' }),
      })
      .openapi('Asset'),
  })
  .openapi('AssetDocument')

export const assetListSchema = listSchema(assetItemSchema, 'assets').openapi('AssetList')

const rewritten = z.int().openapi({ description: 'How many live entries now have another response.' })
export const changedAssetSchema = z.object({ doc: assetItemSchema, rewritten }).openapi('ChangedAsset')

const warnings = z
  .array(z.object({ code: z.enum(warningCodes), message: z.string() }).openapi('UploadWarning'))
  .openapi({
    description: 'What those who see the file will miss. It is stored all the same.',
    example: [],
  })

const metadataRemoved = z
  .boolean()
  .openapi({ description: 'Whether the body had metadata, which the stored file has not.' })
export const uploadedAssetSchema = z
  .object({ doc: assetItemSchema, metadataRemoved, warnings })
  .openapi('UploadedAsset')
export const replacedAssetSchema = z
  .object({ doc: assetItemSchema, metadataRemoved, rewritten, warnings })
  .openapi('ReplacedAsset')

export const assetParams = z.object({ id: z.string().openapi({ description: 'The id of an asset.' }) })

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform(text => text === 'true')
  .optional()

const sorts = assetSortKeys.flatMap(key => [key, `-${key}`] as const)

export const assetsQuery = pageQuerySchema(perPageMax).extend({
  type: z
    .enum(assetTypes, `must be one of ${assetTypes.join(', ')}`)
    .optional()
    .openapi({
      description: '`media` is video and audio; `document` is everything that is no image, video or audio.',
    }),
  used: flag.openapi({ type: 'boolean', description: 'Whether entries use it, live or in their drafts.' }),
  alt: flag.openapi({ type: 'boolean', description: 'Of images: whether they have alt text.' }),
  search: z
    .string()
    .refine(text => [...text].length <= searchLengthMax, `must have at most ${searchLengthMax} characters`)
    .default('')
    .openapi({ description: 'In file name and title, anywhere, without regard to case and accents.' }),
  sort: z
    .enum(sorts, `must be one of ${sorts.join(', ')}`)
    .default('-createdAt')
    .openapi({ description: 'Assets that are equal in it are in the order of their ids.' }),
})

const text = z
  .string('must be a string or null')
  .refine(value => [...value].length <= textLengthMax, `must have at most ${textLengthMax} characters`)
  .refine(value => !value.includes('\0') && value.isWellFormed(), 'must not hold NUL or a lone surrogate')
  .nullable()
  .optional()

const coordinateError = 'must be a number from 0 to 1'
const coordinate = z
  .number({ error: ({ input }) => (input === undefined ? 'is required' : coordinateError) })
  .min(0, coordinateError)
  .max(1, coordinateError)
  .transform(toTwoDecimals)

function toTwoDecimals(value: number): number {
  return Math.round(value * 100) / 100
}

export const assetChangeShape = {
  title: text.openapi({ description: 'null clears it.' }),
  alt: text.openapi({
    description: 'null clears it; the empty string says that the image is decorative.',
  }),
  focalPoint: z
    .strictObject(
      { x: coordinate, y: coordinate },
      'must be null, or an object of x and y, numbers from 0 to 1',
    )
    .nullable()
    .optional()
    .openapi({ description: 'Kept to two decimals; null clears it.' }),
}

export const deleteQuery = z.object({
  force: z
    .enum(['1'], 'must be 1, or be left out')
    .optional()
    .openapi({ description: '`1` deletes an asset that entries use: they show `null` in its place.' }),
})

export type AssetItemView = z.output<typeof assetItemSchema>
export type AssetView = z.output<typeof assetDocumentSchema>['doc']
export type AssetUseView = z.output<typeof useSchema>
export type AssetsQuery = z.output<typeof assetsQuery>
export type AssetChange = z.output<z.ZodObject<typeof assetChangeShape>>
