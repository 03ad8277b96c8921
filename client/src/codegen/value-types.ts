// The types of field values by field type, for entries and for conditions. Types without a line, such as those of a newer
// server, have unknown values, which can only be tested for presence.

export interface ValueType {
  /** The type of a value in an entry. */
  readonly value: string
  /** The type of a value in a condition, if it accepts more. */
  readonly operand?: string
  /** The name of the type of conditions. */
  readonly filterName: string
}

const number: ValueType = { value: 'number', filterName: 'Number' }
const time: ValueType = { value: 'string', operand: 'string | Date', filterName: 'Time' }

export const valueTypes: ReadonlyMap<string, ValueType> = new Map([
  ['text', { value: 'string', filterName: 'Text' }],
  ['integer', number],
  ['number', number],
  ['boolean', { value: 'boolean', filterName: 'Boolean' }],
  ['date', time],
  ['dateTime', time],
])
