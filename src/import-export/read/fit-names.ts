// Rewrites source ids that do not match Frontlist's patterns, with the same result in every run.

interface NameRule {
  readonly pattern: RegExp
  readonly lengthMax: number
  /** Replaces every character that is not allowed. */
  readonly filler: string
}

/** Returns new names by old ones. A valid id always keeps its name, regardless of order; rewritten ids avoid it. */
export function fitNames(ids: Iterable<string>, rule: NameRule): ReadonlyMap<string, string> {
  const all = [...ids]
  const names = new Map<string, string>()
  for (const id of all) if (fits(id, rule)) names.set(id, id)
  const taken = new Set(names.values())
  for (const id of all) {
    if (names.has(id)) continue
    const name = freeName(id, rule, taken)
    names.set(id, name)
    taken.add(name)
  }
  return names
}

// `__proto__` matches the field pattern, but is unsafe as a plain object key in most programs.
function fits(id: string, rule: NameRule): boolean {
  return rule.pattern.test(id) && id !== '__proto__'
}

function freeName(id: string, rule: NameRule, taken: ReadonlySet<string>): string {
  const filled = id.replace(/[^A-Za-z0-9._-]/gu, rule.filler)
  const base = fits(filled, rule) ? filled : `x${filled}`.slice(0, rule.lengthMax)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const name = base.slice(0, rule.lengthMax - suffix.length) + suffix
    if (!taken.has(name)) return name
  }
}
