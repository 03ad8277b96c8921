// Numbers as they are typed: what a JavaScript number cannot hold exactly stays text. No React here.

const numeral = /^[-−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The number that is meant; the text itself if it is none yet, or more than a number can hold; null without a text. */
export function parseNumber(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!numeral.test(trimmed)) return text
  const plain = trimmed.replace('−', '-')
  const number = Number(plain)
  return Number.isFinite(number) && toDigits(plain) === toDigits(String(number)) ? number : text
}

/** Significant digits and the exponent: `1.50` and `1.5` are the same, `9007199254740993` is not what a number holds. */
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
