// JSON as documents show it: `…` stands for what is left out, in an object for keys, in a list for items, in a string
// for text. What is shown must be so, in the order shown.

type Shown = string | number | boolean | null | readonly Shown[] | { readonly [key: string]: Shown }

const gap = /^…\d*$/

/** Throws where the text is no JSON but for its `…`. */
export function parseShortened(text: string): Shown {
  let json = ''
  let gaps = 0
  const open: string[] = []
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/gu)) {
    if (token === '{' || token === '[') open.push(token)
    if (token === '}' || token === ']') open.pop()
    json += token === '…' ? (open.at(-1) === '{' ? `"…${gaps++}":null\u0000` : '"…"\u0000') : token
  }
  // A comma after `…` may be left out, as lines look better without.
  return JSON.parse(json.replaceAll(/\0(?=\s*[,}\]])/g, '').replaceAll('\0', ',')) as Shown
}

/** Where the response is not what is shown, or null. */
export function findDifference(shown: Shown, response: unknown, place = 'the response'): string | null {
  if (typeof shown === 'string' && typeof response === 'string') {
    const pattern = shown.split('…').map(RegExp.escape).join('[\\s\\S]*')
    return new RegExp(`^${pattern}$`).test(response) ? null : `${place} is ${JSON.stringify(response)}`
  }
  if (typeof shown !== 'object' || shown === null) {
    return shown === response ? null : `${place} is ${JSON.stringify(response)}`
  }
  if (typeof response !== 'object' || response === null || Array.isArray(shown) !== Array.isArray(response)) {
    return `${place} is ${JSON.stringify(response)}`
  }
  return compareParts(toParts(shown), toParts(response), place)
}

type Part = readonly [key: string | null, value: unknown]

function toParts(value: object): Part[] {
  return Array.isArray(value) ? value.map(item => [null, item] as const) : Object.entries(value)
}

function isGap([key, value]: Part): boolean {
  return gap.test(key ?? '') || (key === null && value === '…')
}

/** After a gap the next part is looked for; a gap that leaves nothing out is a difference too. */
function compareParts(shown: readonly Part[], response: readonly Part[], place: string): string | null {
  let at = 0
  let skips = false
  for (const part of shown) {
    if (isGap(part)) {
      skips = true
      at++
      continue
    }
    const [key, value] = part
    const compare = (index: number) => {
      const [realKey, real] = response[index] ?? [undefined, undefined]
      if (realKey !== key) return `${place} has ${realKey ?? 'nothing'} where ${key ?? 'an item'} is shown`
      return findDifference(value as Shown, real, `${place}.${key ?? index}`)
    }
    if (skips)
      while (at < response.length && (key === null ? compare(at) !== null : response[at]?.[0] !== key)) at++
    const difference = compare(at)
    if (difference !== null) return difference
    at++
    skips = false
  }
  if (at > response.length) return `${place} has nothing where … is shown`
  return skips || at === response.length
    ? null
    : `${place} has more than is shown: ${response[at]?.[0] ?? at}`
}
