// Extracts the plain text of rich text from the JSON of any editor.

interface Node {
  readonly [key: string]: unknown
}

const textKeys = ['text', 'value'] as const
const childKeys = ['children', 'content', 'nodes', 'rows', 'cells'] as const

/** Returns one line for each block, with inline nodes in the line of their block. Empty if the value has no text nodes. */
export function toPlainText(value: unknown): string {
  const lines: string[] = ['']
  const breakLine = () => {
    if (lines.at(-1) !== '') lines.push('')
  }
  const walk = (nodes: readonly unknown[]) => {
    const isLine = nodes.some(node => textOf(node) !== undefined)
    for (const node of nodes) {
      const text = textOf(node)
      if (text !== undefined) lines.push(`${lines.pop() ?? ''}${text}`)
      if (!isLine) breakLine()
      walk(childrenOf(node))
      if (!isLine) breakLine()
    }
  }
  walk(Array.isArray(value) ? value : [value])
  return lines.join('\n').trim()
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return textKeys.map(key => node[key]).find(one => typeof one === 'string')
}

function childrenOf(node: unknown): readonly unknown[] {
  return isNode(node) ? (childKeys.map(key => node[key]).find(Array.isArray) ?? []) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
