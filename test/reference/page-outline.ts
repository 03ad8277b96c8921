// What tests ask of the page's HTML: its elements with their attributes and text, in order. No judging here.

export interface PageElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  text: string
}

/** Every element of the page; the text is that of the element and all within it, spaces made one. */
export function elementsOf(html: string): readonly PageElement[] {
  const elements: PageElement[] = []
  const open: PageElement[] = []
  const rewriter = new HTMLRewriter()
  rewriter.on('*', {
    element(element) {
      const found = {
        tag: element.tagName,
        attributes: new Map([...element.attributes] as [string, string][]),
        text: '',
      }
      elements.push(found)
      if (!element.canHaveContent) return
      open.push(found)
      element.onEndTag(() => {
        open.splice(open.lastIndexOf(found), 1)
      })
    },
    text(chunk) {
      for (const element of open) element.text += chunk.text
    },
  })
  rewriter.transform(html)
  for (const element of elements) element.text = decode(element.text).replaceAll(/\s+/g, ' ').trim()
  return elements
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
