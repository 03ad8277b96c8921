// What JSON.parse keeps quiet about in a text.

/**
 * Keys that some object of a valid JSON text names twice, each once. JSON.parse would take the last and say nothing
 * (RFC 8259, section 4), so what was checked by one reader need not be what another takes.
 */
export function findRepeatedKeys(json: string): ReadonlySet<string> {
  const repeated = new Set<string>()
  const open: (Set<string> | null)[] = []
  let last: string | null = null
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const keys = open.at(-1)
      const key = last === null ? '' : (JSON.parse(last) as string)
      if (keys?.has(key)) repeated.add(key)
      keys?.add(key)
    } else last = token
  }
  return repeated
}
