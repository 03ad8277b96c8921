// Masks secrets in texts that come back from receivers of webhooks.

const mask = '***'

/** API keys, secrets of webhooks, tokens of previews, and bearer credentials of other systems. */
const patterns = [
  /\bfl[a-z]{2,4}_[0-9A-Za-z]{16,}/g,
  /\bwhsec_[0-9A-Za-z+/=]{8,}/g,
  /\bBearer\s+[^\s"'<>,]+/gi,
]

/** Short values, such as `1`, would mask parts of ordinary words. */
const maskedLengthMin = 4

/** Replaces the given values, and whatever looks like a key or a secret. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets
    .filter(({ length }) => length >= maskedLengthMin)
    .toSorted((a, b) => b.length - a.length)
  const withoutValues = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, mask), text)
  return patterns.reduce((rest, pattern) => rest.replace(pattern, mask), withoutValues)
}
