// What style attributes of word processors say: Google Docs writes its marks so, Word its lists. They are read as text;
// nothing of them is applied.
import { type Decorator, type ListItem, levelMax } from '../document/portable-text.ts'

const styleAttribute = 'data-style'

/**
 * Before the browser reads HTML: styles become plain data, and so do handlers of events. Neither would be applied, as the
 * document has no window, but the policy of the page would report each of them.
 */
export function withoutStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)(?:style|script)\b/gi, '<$1template')
    .replaceAll(/<base\b/gi, '<data')
    .replaceAll(/<[a-z][^<>]*>/gi, tag => tag.replaceAll(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
}

export interface PastedStyle {
  readonly on: readonly Decorator[]
  /** What the style takes back of the element's own meaning: Google Docs has all it copies inside a `b` that is none. */
  readonly off: readonly Decorator[]
  readonly isHidden: boolean
}

/** `white-space: pre` and its like. */
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
  // Links are underlined anyway.
  if (line.includes('underline') && element.closest('a') === null) on.push('underline')
  if (line.includes('line-through')) on.push('strike-through')
  const align = properties.get('vertical-align')
  if (align === 'sub') on.push('sub')
  if (align === 'super') on.push('sup')
  // Word writes the sign of a list item as text, and says that it is to be ignored.
  const isHidden = properties.get('display') === 'none' || properties.get('mso-list') === 'ignore'
  return { on, off, isHidden }
}

/** A paragraph of Word that is an item of a list. */
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
