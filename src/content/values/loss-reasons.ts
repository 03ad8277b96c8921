// The reasons why a model change loses a value or part of it. The list is short because reports count entries by reason.
export const lossReasons = {
  removed: 'the field is removed',
  unknown: 'the model had no such field',
  onlyFirst: 'only the first of several values stays',
  emptyList: 'an empty list of a variant has no equivalent in a field of one value',
  formatting: 'plain text has no formatting',
  blocks: 'plain text has no images, entries and dividers',
  parts: 'Portable Text has no equivalent of some parts, such as videos',
  properties: 'Portable Text has no equivalent of some marks and properties',
  structure: 'Portable Text has no equivalent of some nesting',
  tables: 'a table of Portable Text has a limited size, and simple cells with paragraphs and lists',
  inlineEntry: 'an entry inside a paragraph becomes a link whose text is its id',
  address: 'an address is not safe',
  markup: 'HTML or Markdown in a string becomes visible text',
  filePath: 'a link to a file of the space becomes its path, without the address of the server',
  files: 'the field names assets, and no longer shows their files',
} as const

export type LossReason = string
