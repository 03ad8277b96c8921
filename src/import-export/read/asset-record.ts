// Validates an asset line of NDJSON. Its file is checked later: asset-files.ts.
import { z } from 'zod'
import { assetTextLengthMax, readFocalPoint } from '../../content/values/asset-value.ts'
import { entryIdPattern, type Json } from '../../content/values/model.ts'
import { cutAt } from '../../content/values/query-text.ts'

const text = z
  .string()
  .refine(
    value => cutAt(value, assetTextLengthMax) === value,
    `must have at most ${assetTextLengthMax} characters`,
  )
  .nullable()
  .optional()

const focalPoint = z.custom<Json>(
  value => value === null || value === undefined || readFocalPoint(value as Json) !== undefined,
  'must be { "x", "y" }, each from 0 to 1',
)

export const assetRecord = z
  .strictObject({
    type: z.literal('asset'),
    id: z
      .string()
      .regex(entryIdPattern, 'must be 1 to 128 letters, digits and . _ : - and begin with a letter or digit'),
    filename: z.string().max(1000, 'must have at most 1000 characters').optional(),
    file: z
      .string()
      .min(1, 'must not be empty')
      .max(4096, 'must have at most 4096 characters')
      .refine(isBelow, 'must be a path below the folder of files, without ".."')
      .optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')
      .optional(),
    title: text,
    alt: text,
    focalPoint: focalPoint.optional(),
    thumbhash: z
      .string()
      .regex(/^[A-Za-z0-9+/]{6,40}={0,2}$/, 'must be a thumbhash in Base64')
      .nullable()
      .optional(),
  })
  .refine(({ file, sha256 }) => file !== undefined || sha256 !== undefined, 'needs a file or a sha256')

function isBelow(path: string): boolean {
  return !path.startsWith('/') && !path.includes('\0') && !path.split('/').includes('..')
}
