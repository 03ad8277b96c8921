// A readable name of a person, of whom the server knows the e-mail. No React here.

/** `Ada Lovelace` for ada.lovelace@example.com; any other name, such as that of an API key, unchanged. */
export function toPersonName(email: string): string {
  const at = email.indexOf('@')
  if (at < 1) return email
  const words = email
    .slice(0, at)
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter(word => word !== '')
  if (words.length === 0) return email
  return words.map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
}
