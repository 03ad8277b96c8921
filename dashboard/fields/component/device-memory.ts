// Remembers lists of texts on this device. If the browser stores nothing, they are remembered while the window is open.

/** `name` is one of this application. */
export function readStored(name: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(toKey(name)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(text => typeof text === 'string') : []
  } catch {
    return []
  }
}

export function store(name: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(toKey(name), JSON.stringify(texts))
  } catch {
    // The browser has no place left, or stores nothing.
  }
}

const toKey = (name: string) => `frontlist:${name}`
