// Small faults that a programmer could have made, each in one place of a source file: what a suite of tests has to
// notice. They are found in the syntax tree; whether a fault is one to the compiler is not asked here.
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isThrowStatement,
  isTypeAliasDeclaration,
  isTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'

export interface Mutant {
  readonly file: string
  readonly line: number
  /** What was done, in words. */
  readonly operator: string
  /** What stands from `start` to `end` becomes `replacement`. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Found = Omit<Mutant, 'file' | 'line'>

/** What stands instead of an operator; each is another fault. */
const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
}

/** Calls in a chain that narrow, order or shape what comes before: taken out of the chain. */
const links = new Set(
  'where whereRef orWhere on onRef orderBy limit offset filter sort toSorted reverse slice trim distinct'.split(
    ' ',
  ),
)

const siblings: Readonly<Record<string, string>> = { every: 'some', some: 'every', min: 'max', max: 'min' }

/** Of SQL as text, and of the comparisons that stand as texts in a statement that is built. */
const sqlWords: readonly (readonly [RegExp, string])[] = [
  [/ and /gi, ' or '],
  [/ or /gi, ' and '],
  [/ is null/gi, ' is not null'],
  [/ is not null/gi, ' is null'],
  [/ desc\b/gi, ' asc'],
  [/ asc\b/gi, ' desc'],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ = /g, ' <> '],
]
const builtWords: Readonly<Record<string, string>> = {
  '=': '!=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  asc: 'desc',
  desc: 'asc',
}

export function listMutants(source: SourceFile, file: string): Mutant[] {
  const { text } = source
  const found: Found[] = []
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isTypeAliasDeclaration(node) || isInterfaceDeclaration(node)) return
    if (isImportDeclaration(node)) return
    found.push(...mutantsOf(node, source))
    node.forEachChild(visit)
  }
  visit(source)
  return found.map(each => ({ ...each, file, line: text.slice(0, each.start).split('\n').length }))
}

function mutantsOf(node: Node, source: SourceFile): Found[] {
  const textOf = (part: Node) => part.getText(source)
  const replace = (part: Node, replacement: string, operator: string): Found => ({
    start: part.getStart(source),
    end: part.end,
    replacement,
    operator,
  })
  if (isBinaryExpression(node)) {
    const sign = textOf(node.operatorToken)
    const others = (operators[sign] ?? []).map(other =>
      replace(node.operatorToken, other, `${sign} → ${other}`),
    )
    return sign === '??' ? [replace(node, textOf(node.left), '?? → its left side')] : others
  }
  if (isIfStatement(node)) {
    return [
      replace(node.expression, 'true', 'a condition → true'),
      replace(node.expression, 'false', 'a condition → false'),
    ]
  }
  if (isConditionalExpression(node)) {
    return [
      replace(node, textOf(node.whenTrue), 'a choice → its first'),
      replace(node, textOf(node.whenFalse), 'a choice → its second'),
    ]
  }
  if (isExpressionStatement(node) || isThrowStatement(node)) {
    return [replace(node, ';', 'a statement is left out')]
  }
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return [replace(node, textOf(node.operand), '! is left out')]
  }
  if (isNumericLiteral(node)) {
    const value = Number(node.text.replaceAll('_', ''))
    return Number.isSafeInteger(value) ? [replace(node, String(value + 1), 'one more')] : []
  }
  if (node.kind === SyntaxKind.TrueKeyword) return [replace(node, 'false', 'true → false')]
  if (node.kind === SyntaxKind.FalseKeyword) return [replace(node, 'true', 'false → true')]
  if (isStringLiteral(node)) {
    const other = builtWords[node.text]
    return other === undefined || !isCallExpression(node.parent)
      ? []
      : [replace(node, `'${other}'`, `'${node.text}' → '${other}'`)]
  }
  if (isTaggedTemplateExpression(node)) return ofSql(node.template, source)
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return []
  const { expression, name } = node.expression
  const sibling = siblings[textOf(name)]
  if (sibling !== undefined) return [replace(name, sibling, `${textOf(name)} → ${sibling}`)]
  return links.has(textOf(name)) ? [replace(node, textOf(expression), `.${textOf(name)}() is left out`)] : []
}

function ofSql(template: Node, source: SourceFile): Found[] {
  const start = template.getStart(source)
  // Where an expression stands in it, that is a part of its own.
  const text = template.getText(source).replaceAll(/\$\{[^}]*\}/g, part => '_'.repeat(part.length))
  return sqlWords.flatMap(([word, replacement]) =>
    [...text.matchAll(word)].map(match => ({
      start: start + match.index,
      end: start + match.index + match[0].length,
      replacement,
      operator: `SQL:${match[0]}→${replacement}`,
    })),
  )
}

export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`
}

/** The lines that it changes, as they were and as they are. */
export function toDiff(text: string, mutant: Mutant): string {
  const from = text.lastIndexOf('\n', mutant.start - 1) + 1
  const next = text.indexOf('\n', mutant.end)
  const to = next < 0 ? text.length : next
  const mark = (sign: string, lines: string) =>
    lines
      .split('\n')
      .map(line => `  ${sign} ${line}`)
      .join('\n')
  const after = `${text.slice(from, mutant.start)}${mutant.replacement}${text.slice(mutant.end, to)}`
  return `${mark('-', text.slice(from, to))}\n${mark('+', after)}`
}
