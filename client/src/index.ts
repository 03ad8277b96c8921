// The main entry point of the package, with all of its exports.
export { createClient } from './client.ts'
export {
  type FrontlistError,
  type FrontlistErrorCode,
  type FrontlistErrorOf,
  isFrontlistError,
  type ParameterError,
  type Problem,
  type SafeResult,
  safe,
} from './errors.ts'
export type { ClientOptions, ResponseInfo } from './options.ts'
export { tagsOf } from './tags.ts'
export type * from './types/client.ts'
export type * from './types/entry.ts'
export type * from './types/fields.ts'
export type * from './types/model.ts'
export type * from './types/query.ts'
export type * from './types/rich-text.ts'
