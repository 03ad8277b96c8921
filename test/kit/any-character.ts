// Characters for generated texts.
import fc from 'fast-check'

const surrogatesFrom = 0xd800
const surrogates = 0x800

/** Any but a lone surrogate. fast-check's own `binary` keeps an object for each of the million until the end. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map(code => String.fromCodePoint(code < surrogatesFrom ? code : code + surrogates))
