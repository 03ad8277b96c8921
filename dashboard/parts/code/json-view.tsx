// Collapsible JSON. Only open levels are rendered, up to a limit, so that a response of many MiB stays responsive.
import { useId } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import './json-view.css'
import { formatCount } from '../lists/counts.ts'

interface JsonViewProps {
  /** A value that `JSON.parse` can return. */
  readonly value: unknown
  /**
   * The number of levels that are initially open: 0 shows one collapsed line. Fewer levels are open if they would have too
   * many rows.
   */
  readonly openLevels: number
  /** The accessible name. */
  readonly label: string
  /** Levels that would exceed this number of rows start collapsed, except the topmost. */
  readonly rowsMax?: number
}

const itemsAtOnce = 100
const textLengthShown = 2000

const OpenAtFirst = createContext<ReadonlySet<object>>(new Set())

export function JsonView({ value, openLevels, label, rowsMax = 1500 }: JsonViewProps) {
  const open = useMemo(() => chooseOpen(value, openLevels, rowsMax), [value, openLevels, rowsMax])
  return (
    <OpenAtFirst value={open}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div className="json-view" role="group" aria-label={label}>
        <ul key={openLevels}>
          <Node name={null} value={value} />
        </ul>
      </div>
    </OpenAtFirst>
  )
}

/** Returns the objects and lists that start open: whole levels, up to the maximum number of rows. */
function chooseOpen(root: unknown, levels: number, rowsMax: number): ReadonlySet<object> {
  const open = new Set<object>()
  let level = isBranch(root) ? [root] : []
  let rows = 0
  for (let depth = 0; depth < levels; depth++) {
    const next: object[] = []
    for (const branch of level) {
      const children = Object.values(branch).slice(0, itemsAtOnce)
      rows += children.length
      if (rows > rowsMax && depth > 0) return open
      next.push(...children.filter(isBranch))
    }
    for (const branch of level) open.add(branch)
    level = next
  }
  return open
}

interface NodeProps {
  /** The key in the parent object; null at the top and in lists. */
  readonly name: string | null
  readonly value: unknown
}

function Node({ name, value }: NodeProps) {
  if (isBranch(value) && sizeOf(value) > 0) return <Branch name={name} value={value} />
  return (
    <li className="json-row" tabIndex={-1}>
      <Key name={name} />
      <Leaf value={value} />
    </li>
  )
}

function Key({ name }: { readonly name: string | null }) {
  if (name === null) return null
  return (
    <>
      <span className="json-key">{name}</span>
      <span className="json-dim">: </span>
    </>
  )
}

function Leaf({ value }: { readonly value: unknown }): ReactNode {
  if (typeof value === 'string') return <LongText text={value} />
  if (typeof value === 'number') return <span className="json-number">{value}</span>
  if (isBranch(value)) return <span className="json-dim">{Array.isArray(value) ? '[]' : '{}'}</span>
  return <span className="json-word">{String(value)}</span>
}

function LongText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false)
  const shown = whole || text.length <= textLengthShown ? text : text.slice(0, textLengthShown)
  return (
    <>
      <span className="json-text">{JSON.stringify(shown)}</span>
      {shown === text ? null : (
        <button type="button" className="json-more" onClick={() => setWhole(true)}>
          {`Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </>
  )
}

function Branch({ name, value }: NodeProps & { readonly value: object }) {
  const [open, setOpen] = useState(useContext(OpenAtFirst).has(value))
  const content = useId()
  const isList = Array.isArray(value)
  return (
    <li tabIndex={-1} className="json-branch">
      <button
        type="button"
        className="json-toggle"
        aria-expanded={open}
        aria-controls={open ? content : undefined}
        onClick={() => setOpen(!open)}
      >
        <Key name={name} />
        <span className="json-dim">
          {isList ? '[' : '{'} {countOf(value)} {isList ? ']' : '}'}
        </span>
      </button>
      {open ? <Children id={content} value={value} /> : null}
    </li>
  )
}

function Children({ id, value }: { readonly id: string; readonly value: object }) {
  const [shown, setShown] = useState(itemsAtOnce)
  const list = useRef<HTMLUListElement>(null)
  const isList = Array.isArray(value)
  const entries = useMemo(() => (isList ? value : Object.entries(value)), [isList, value])
  const rest = entries.length - shown
  // Focuses the first new row, which replaces the button, so that keyboard users can continue there.
  useLayoutEffect(() => {
    const first = list.current?.children[shown - itemsAtOnce]
    if (shown > itemsAtOnce && first instanceof HTMLElement) first.focus({ preventScroll: true })
  }, [shown])
  return (
    <ul id={id} ref={list}>
      {entries.slice(0, shown).map((item, index) => {
        const [name, child] = isList ? [null, item] : (item as [string, unknown])
        return <Node key={name ?? index} name={name} value={child} />
      })}
      {rest > 0 ? (
        <li>
          <button type="button" className="json-more" onClick={() => setShown(shown + itemsAtOnce)}>
            {`Show ${formatCount(Math.min(rest, itemsAtOnce))} more of ${formatCount(entries.length)}`}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

function countOf(value: object): string {
  const size = sizeOf(value)
  const [one, many] = Array.isArray(value) ? ['item', 'items'] : ['key', 'keys']
  return `${formatCount(size)} ${size === 1 ? one : many}`
}
