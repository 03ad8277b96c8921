// Whether a value has the form that its field stores, as the server will see it: an unfinished number has not. Rules of the
// model are another matter: a draft may break them.
import { parseTimestamp } from '../../../../src/base/clock.ts'
import { parsePlainDate } from '../../../../src/base/plain-date.ts'
import type { Field, FieldType } from '../../../../src/content/model.ts'
import type { Path } from './draft-paths.ts'

export type ValueField = Pick<Field, 'apiName' | 'type' | 'many' | 'min' | 'max'>

/** What the model says about values. */
export interface ValueRules {
  /** The fields of the model. Edits of other fields are unsent, and not sent. */
  readonly fields: ReadonlySet<string>
  /** Why the server would not take the value; null if it may. */
  readonly findError: (path: Path, value: unknown) => string | null
}

interface Form {
  readonly isValid: (value: unknown) => boolean
  /** Continues a sentence that begins with the field's name. */
  readonly message: string
}

const isObjectWith = (key: string) => (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  key in value &&
  typeof value[key as keyof typeof value] === 'string' &&
  value[key as keyof typeof value] !== ''

const forms: Readonly<Record<FieldType, Form>> = {
  text: { isValid: value => typeof value === 'string', message: 'must be text' },
  richText: { isValid: () => true, message: '' },
  json: { isValid: () => true, message: '' },
  integer: {
    isValid: Number.isSafeInteger,
    message: 'must be a whole number',
  },
  number: { isValid: Number.isFinite, message: 'must be a number of at most 15 digits, such as 12.5' },
  boolean: { isValid: value => typeof value === 'boolean', message: 'must be on or off' },
  date: {
    isValid: value => typeof value === 'string' && parsePlainDate(value) !== null,
    message: 'must be a day of the years 0001 to 9999',
  },
  dateTime: {
    isValid: value => typeof value === 'string' && parseTimestamp(value) !== null,
    message: 'must be a day and a time',
  },
  asset: { isValid: isObjectWith('url'), message: 'must have an address' },
  reference: {
    isValid: value => isObjectWith('id')(value) || isObjectWith('slug')(value),
    message: 'must be an entry',
  },
}

/** Null if the server may take the value. */
export function findValueError(field: ValueField, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const { type, many } = field
  const { isValid } = forms[type]
  const message = type === 'integer' ? explainInteger(field, value) : forms[type].message
  if (!many) return isValid(value) ? null : message
  if (!Array.isArray(value)) return 'must be a list'
  return value.every(isValid) ? null : `has an item that ${message}`
}

const digits = /^\s*[-−]?\d+\s*$/

/** With the limits of the model; one that is too large for a number is told so. */
function explainInteger({ min, max }: ValueField, value: unknown): string {
  const { message } = forms.integer
  if (min !== undefined && max !== undefined) return `${message} from ${min} to ${max}`
  if (min !== undefined) return `${message}, at least ${min}`
  if (max !== undefined) return `${message}, at most ${max}`
  return digits.test(String(value)) ? `${message} of at most 15 digits` : message
}
