// The media types of assets. Their bytes decide what a browser may show; the file name only chooses among downloads.

export const unknownType = 'application/octet-stream'

const openDocument = 'application/vnd.oasis.opendocument'
const officeDocument = 'application/vnd.openxmlformats-officedocument'

/** By ending. */
const downloadTypes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
  ['zip', 'application/zip'],
  ['gz', 'application/gzip'],
  ['epub', 'application/epub+zip'],
  ['docx', `${officeDocument}.wordprocessingml.document`],
  ['xlsx', `${officeDocument}.spreadsheetml.sheet`],
  ['pptx', `${officeDocument}.presentationml.presentation`],
  ['odt', `${openDocument}.text`],
  ['ods', `${openDocument}.spreadsheet`],
  ['odp', `${openDocument}.presentation`],
])

/** HTML and XML: what the bytes are, and never how they are delivered. */
export const markupType = 'text/html'

/** The `Content-Type` of an asset, by what its bytes are and, where that says nothing, by the ending of its name. */
export function contentTypeOf(type: string, filename: string): string {
  if (type === markupType) return unknownType
  return type === unknownType ? downloadTypeOf(filename) : type
}

function downloadTypeOf(filename: string): string {
  const ending = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return downloadTypes.get(ending) ?? unknownType
}
