// Ids of headings and of whatever is linked to inside the page. Names come from the document and may hold anything.

/** An id for each name: readable, safe in an attribute and in a fragment, and used once. */
export function anchorsOf(prefix: string, names: Iterable<string>): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names) {
    if (anchors.has(name)) continue
    const base = `${prefix}-${slugOf(name)}`
    let anchor = base
    for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`
    taken.add(anchor)
    anchors.set(name, anchor)
  }
  return anchors
}

/** A part of a thing with an anchor. `/` cannot come from a name, so a part never takes another's id. */
export function partAnchor(anchor: string, part: string): string {
  return `${anchor}/${part}`
}

function slugOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'unnamed'
}
