// The settings of files and images.
import { z } from 'zod'
import { isOrigin, type Variable, wholeNumber } from './variable.ts'

const mebibyte = 1024 * 1024
const secondsPerYear = 31_536_000

export const assetVariables = {
  ASSETS_STORE: {
    about:
      'Where files are stored: file: and a folder, or s3://BUCKET/PREFIX?endpoint=https://…&region=…, with &style=path where buckets are in the path. Empty: the folder assets beside an embedded database, else file:data/assets.',
    fallback: '',
    // Someone may have put a key in it.
    secret: true,
    schema: z
      .string()
      .regex(
        /^(?:|file:.+|s3:\/\/.+)$/,
        'must be file: and a folder, or s3://BUCKET/PREFIX?endpoint=…&region=…',
      ),
  },
  S3_ACCESS_KEY_ID: {
    about: 'The access key of an S3 store.',
    fallback: '',
    secret: true,
    schema: z.string(),
  },
  S3_SECRET_ACCESS_KEY: {
    about: 'The secret of that access key.',
    fallback: '',
    secret: true,
    schema: z.string(),
  },
  ASSETS_URL: {
    about:
      'The origin of the addresses of files. A host of its own is recommended: under it nothing but files is served. Empty: PUBLIC_URL.',
    fallback: '',
    schema: z
      .string()
      .refine(text => text === '' || isOrigin(text), 'must be an origin such as https://files.example.com'),
  },
  ASSETS_MAX_AGE: {
    about: 'For how many seconds browsers and CDNs may keep a file.',
    fallback: String(secondsPerYear),
    schema: wholeNumber(0, secondsPerYear),
  },
  ASSETS_KEEP_METADATA: {
    about:
      '1 keeps the metadata of pictures, such as the place where they were taken, which is removed otherwise.',
    fallback: '0',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform(value => value === '1'),
  },
  ASSET_BYTES_MAX: {
    about: 'The largest file that can be uploaded, in bytes.',
    fallback: String(100 * mebibyte),
    schema: wholeNumber(1024, 4_000_000_000),
  },
  IMAGE_PIXELS_MAX: {
    about: 'The largest picture that can be uploaded, in pixels. Those of an AVIF count twice.',
    fallback: '50000000',
    schema: wholeNumber(1, 100_000_000),
  },
  IMAGE_WORKERS: {
    about: 'How many pictures are resized at once, each in its own process; 0 turns resizing off.',
    fallback: '1',
    schema: wholeNumber(0, 16),
  },
  IMAGES_DIR: {
    about:
      'The folder where resized pictures are cached. Empty: images beside an embedded database, else data/images.',
    fallback: '',
    schema: z.string(),
  },
  IMAGES_CACHE_BYTES: {
    about: 'How many bytes of resized pictures are cached; 0 caches none.',
    fallback: String(1024 * mebibyte),
    schema: wholeNumber(0, 1_000_000_000_000).refine(
      bytes => bytes === 0 || bytes >= 16 * mebibyte,
      `must be 0, or at least ${16 * mebibyte}`,
    ),
  },
} satisfies Record<string, Variable<unknown>>
