// A table whose rows become cards where it does not fit: each cell in a line of its own behind its column's name. It stays a
// table for screen readers, which need the roles to be named, because styles that take a row apart take them away.
import { Table, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import './stack-table.css'

interface StackTableProps {
  readonly label: string
  /** The last one is of the actions, and not shown. */
  readonly headings: readonly string[]
  /** The width of the window from which on the columns fit, beside the navigation. */
  readonly fitsFrom: `${number}em`
  readonly children: ReactNode
}

export function StackTable({ label, headings, fitsFrom, children }: StackTableProps) {
  const fits = useMediaQuery(`(min-width: ${fitsFrom})`, true, { getInitialValueInEffect: false })
  return (
    <Table role="table" aria-label={label} verticalSpacing="sm" className={fits ? 'columns' : 'stacked'}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {headings.map((heading, place) => (
            <Table.Th key={heading} role="columnheader" scope="col" pos="relative">
              {place === headings.length - 1 ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </Table>
  )
}

interface StackRowProps {
  /** Of what does not count any more. */
  readonly dimmed?: boolean
  readonly children: ReactNode
}

export function StackRow({ dimmed = false, children }: StackRowProps) {
  return (
    <Table.Tr role="row" {...(dimmed ? { c: 'dimmed' } : {})}>
      {children}
    </Table.Tr>
  )
}

interface StackNameProps {
  /** Where the focus can be sent. */
  readonly id?: string
  readonly children: ReactNode
}

/** The cell that the row is called by. */
export function StackName({ id, children }: StackNameProps) {
  return (
    <Table.Th
      role="rowheader"
      scope="row"
      className="stack-name"
      {...(id === undefined ? {} : { id, tabIndex: -1 })}
    >
      {children}
    </Table.Th>
  )
}

interface StackCellProps {
  /** The heading of its column. */
  readonly label: string
  readonly children: ReactNode
}

export function StackCell({ label, children }: StackCellProps) {
  return (
    <Table.Td role="cell">
      <span className="stack-label" aria-hidden="true">
        {label}
      </span>
      <div className="stack-value">{children}</div>
    </Table.Td>
  )
}

/** In one line where there are columns: of a long text the end gives way, for a part of a word in the next is no word. */
export function CutText({ text }: { readonly text: string }) {
  return (
    <div title={text} className="stack-cut">
      {text}
    </div>
  )
}

interface StackActionsProps {
  /** A single small button, which a card has in its corner. */
  readonly inCorner?: boolean
  readonly children: ReactNode
}

export function StackActions({ inCorner = false, children }: StackActionsProps) {
  return (
    <Table.Td role="cell" className={inCorner ? 'stack-actions in-corner' : 'stack-actions'}>
      {children}
    </Table.Td>
  )
}
