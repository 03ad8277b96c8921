// Long work is done in slices: between two of them the process serves requests.

export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
