// JSON Pointers (RFC 6901): where in a document a value is.

/** `/data/a~1b/2`; the empty string is the whole document. */
export function toPointer(...parts: readonly (string | number)[]): string {
  return parts.map(part => `/${escapePart(String(part))}`).join('')
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The parts of a pointer that {@link toPointer} wrote. */
export function partsOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
