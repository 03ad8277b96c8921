// Whether a text was written as HTML or Markdown: as a paragraph its tags and marks would be words that readers see.

const tagNames =
  'p|br|hr|img|div|span|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|td|th|a|b|i|em|strong|u|s|code|pre|blockquote|figure|iframe|video|audio'
const html = [
  /<\/[a-z][a-z0-9-]*\s*>/i,
  new RegExp(`<(?:${tagNames})(?:\\s[^<>]*)?/?>`, 'i'),
  /<!--/,
  /&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i,
]
const markdown = [
  /^ {0,3}#{1,6} +\S/m,
  /^ {0,3}(?:```|~~~)/m,
  /!?\[[^[\]\n]{0,1000}\]\([^()\s]{1,2000}(?: "[^"\n]{0,1000}")?\)/,
  /(?:\*\*|__)\S(?:[^\n*_]{0,1000}\S)?(?:\*\*|__)/,
  /^ {0,3}> \S/m,
  // One line alone may be a dash of a dialogue.
  /^ {0,3}([-*+]) +\S[^\n]*\n+ {0,3}\1 +\S/m,
  /^ {0,3}1[.)] +\S[^\n]*\n+ {0,3}2[.)] +\S/m,
]

/** A text that is markup shows it early, and this bounds the time. */
const headLength = 200_000

export function holdsMarkup(text: string): boolean {
  const head = text.slice(0, headLength)
  return [...html, ...markdown].some(pattern => pattern.test(head))
}
