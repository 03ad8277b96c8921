// Parses typed numbers. Text that a JavaScript number cannot represent exactly is kept as text. No React here.

const numeral = /^[-−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Returns the number; the text itself if it is not a number or cannot be represented exactly; null for empty text. */
export function parseNumber(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!numeral.test(trimmed)) return text
  const plain = trimmed.replace('−', '-')
  const number = Number(plain)
  return Number.isFinite(number) && toDigits(plain) === toDigits(String(number)) ? number : text
}

/**
 * Returns the significant digits and the exponent. `1.50` and `1.5` have the same result; `9007199254740993` differs from
 * its double.
 */
function toDigits(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

export function toNumberText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}
