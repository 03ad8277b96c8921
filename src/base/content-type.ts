// The media types of assets. The bytes decide what a browser may show; the file name only selects among download types.

export const unknownType = 'application/octet-stream'

const openDocument = 'application/vnd.oasis.opendocument'
const officeDocument = 'application/vnd.openxmlformats-officedocument'

/** The media types by file extension. */
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

/** The type of HTML and XML bytes. It is never used for delivery. */
export const markupType = 'text/html'

/** Returns the `Content-Type` of an asset: the type of its bytes or, if that is unknown, that of its file extension. */
export function contentTypeOf(type: string, filename: string): string {
  if (type === markupType) return unknownType
  if (type !== unknownType) return type
  const extension = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return downloadTypes.get(extension) ?? unknownType
}

/** Returns an asset with its {@link contentTypeOf} instead of the type of its bytes. */
export function withContentType<Row extends { readonly filename: string; readonly contentType: string }>(
  row: Row,
): Row {
  return { ...row, contentType: contentTypeOf(row.contentType, row.filename) }
}
