// Interprets style attributes of word processors: Google Docs uses them for marks, Word for lists. They are parsed as text
// and never applied.
import { type Decorator, type ListItem, levelMax } from '../document/portable-text.ts'

const styleAttribute = 'data-style'

/**
 * Renames style attributes and event handlers before the browser parses the HTML. They would not be applied, because the
 * document has no window, but the Content-Security-Policy would report each of them.
 */
export function withoutStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)(?:style|script)\b/gi, '<$1template')
    .replaceAll(/<base\b/gi, '<data')
    .replaceAll(/<[a-z][^<>]*>/gi, tag => tag.replaceAll(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
}

export interface PastedStyle {
  readonly on: readonly Decorator[]
  /**
   * Marks of the element that its style cancels. For example, Google Docs wraps everything it copies in a `b` that is not
   * bold.
   */
  readonly off: readonly Decorator[]
  readonly isHidden: boolean
}

/** Checks for `white-space: pre` and similar values. */
export function keepsBlanks(element: Element): boolean {
  return propertiesOf(element).get('white-space')?.includes('pre') ?? false
}

export function readStyle(element: Element): PastedStyle {
  const properties = propertiesOf(element)
  const on: Decorator[] = []
  const off: Decorator[] = []
  const weight = properties.get('font-weight')
  if (weight) (/^(?:bold|bolder|[6-9]00)$/.test(weight) ? on : off).push('strong')
  const slant = properties.get('font-style')
  if (slant) (/^(?:italic|oblique)/.test(slant) ? on : off).push('em')
  const line = `${properties.get('text-decoration') ?? ''} ${properties.get('text-decoration-line') ?? ''}`
  // Links are always underlined.
  if (line.includes('underline') && element.closest('a') === null) on.push('underline')
  if (line.includes('line-through')) on.push('strike-through')
  const align = properties.get('vertical-align')
  if (align === 'sub') on.push('sub')
  if (align === 'super') on.push('sup')
  // Word writes the bullet or number of a list item as text, marked to be ignored.
  const isHidden = properties.get('display') === 'none' || properties.get('mso-list') === 'ignore'
  return { on, off, isHidden }
}

/** Returns the list type and level of a Word paragraph that is a list item. */
export function wordListItem(
  element: Element,
): { readonly listItem: ListItem; readonly level: number } | null {
  const level = /\blevel(\d)/.exec(propertiesOf(element).get('mso-list') ?? '')?.[1]
  if (level === undefined) return null
  const signs = [...element.querySelectorAll(`[${styleAttribute}]`)].filter(
    part => propertiesOf(part).get('mso-list') === 'ignore',
  )
  const isNumber = /[\p{L}\p{Nd}][.)]/u.test(signs.map(sign => sign.textContent).join(''))
  return { listItem: isNumber ? 'number' : 'bullet', level: Math.min(Number(level), levelMax) }
}

function propertiesOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute(styleAttribute) ?? '').toLowerCase().split(';')
  return new Map(
    declarations.map(declaration => {
      const [name = '', ...value] = declaration.split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}
