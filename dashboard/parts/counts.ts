// Numbers of things, in words. No React here.

export function countEntries(count: number): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
}

export function countProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count.toLocaleString('en')} problems`
}
