// How the reference sends the operators of conditions.

/**
 * Writes `filter[price]={"gte":"5"}`, which is how Swagger UI sends an operator, as `filter[price][gte]=5`: OpenAPI does
 * not define a deepObject of two levels.
 */
export function expandConditions(address: string): string {
  const [path, search] = address.split('?', 2)
  if (!search) return address
  const expanded = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) {
    const operators = name.endsWith(']') ? readObject(value) : null
    if (!operators) expanded.append(name, value)
    else
      for (const [operator, operand] of Object.entries(operators))
        expanded.append(`${name}[${operator}]`, String(operand))
  }
  return `${path}?${expanded}`
}

function readObject(value: string): object | null {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
