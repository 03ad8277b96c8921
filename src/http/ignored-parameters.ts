// Lists the parameters that an endpoint does not know in a response header.
const ignoredNamesMax = 50
const ignoredNameLengthMax = 64

/** Percent-encodes the names, so that a name cannot end the header or start another one. `...` stands for further names. */
export function ignoredParametersHeader(ignored: readonly string[]): string {
  const named = ignored
    .slice(0, ignoredNamesMax)
    .map(name => encodeURIComponent([...name].slice(0, ignoredNameLengthMax).join('').toWellFormed()))
  return [...named, ...(ignored.length > ignoredNamesMax ? ['...'] : [])].join(', ')
}
