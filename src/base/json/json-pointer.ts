// Builds and splits JSON Pointers (RFC 6901), which locate a value in a document.

/** Builds a pointer such as `/data/a~1b/2`. The empty string is the whole document. */
export function toPointer(...parts: readonly (string | number)[]): string {
  return parts.map(part => `/${escapePart(String(part))}`).join('')
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns the parts of a pointer that {@link toPointer} built. */
export function partsOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
