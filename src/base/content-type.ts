// The media types of assets. Their bytes decide what a browser may show; the file name only chooses among downloads.

export const unknownType = 'application/octet-stream'

const openDocument = 'application/vnd.oasis.opendocument'
const officeDocument = 'application/vnd.openxmlformats-officedocument'

/** By file extension. */
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

/** The `Content-Type` of an asset: the type of its bytes or, where that is unknown, the one of its file extension. */
export function contentTypeOf(type: string, filename: string): string {
  if (type === markupType) return unknownType
  if (type !== unknownType) return type
  const extension = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return downloadTypes.get(extension) ?? unknownType
}

/** An asset read with the type of its bytes, with its own {@link contentTypeOf}. */
export function withContentType<Row extends { readonly filename: string; readonly contentType: string }>(
  row: Row,
): Row {
  return { ...row, contentType: contentTypeOf(row.contentType, row.filename) }
}
