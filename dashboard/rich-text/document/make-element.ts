// Creates an element of a node view. No HTML is parsed, so content cannot become markup.

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (globalThis.Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  element.append(...children)
  return element
}
