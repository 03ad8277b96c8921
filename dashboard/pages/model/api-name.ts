// Derives an API name from a display name. No React here.

const lengthMax = 64

/** `Blog posts` becomes `blogPosts`, and `Größe (cm)` becomes `grosseCm`. Empty if no character of the name is allowed. */
export function toApiName(name: string): string {
  const words = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  const joined = words
    .map((word, index) => {
      const rest = /^\p{Lu}+$/u.test(word) ? word.slice(1).toLowerCase() : word.slice(1)
      return (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + rest
    })
    .join('')
  return joined.slice(0, lengthMax)
}

/** Names of fields begin with a letter or `_`. */
export function toFieldApiName(name: string): string {
  const apiName = toApiName(name)
  return /^\d/.test(apiName) ? `_${apiName}`.slice(0, lengthMax) : apiName
}
