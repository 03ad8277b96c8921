// Tables whose rows become stacks on narrow screens, the box that scrolls wide ones, and their skeleton.
import { Skeleton, Table, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import './stack-table.css'

interface StackTableProps {
  readonly label: string
  readonly headings: readonly string[]
  /** True if the last heading is the actions column, which is visible to screen readers only. */
  readonly hasActions?: boolean
  /** The minimum window width at which the columns fit beside the navigation. */
  readonly fitsFrom: `${number}em`
  readonly children: ReactNode
}

/**
 * A table whose rows become cards in narrow windows, where each cell has its own line after its column's name. The ARIA
 * roles are explicit, because the card styles would remove the table roles for screen readers.
 */
export function StackTable({ label, headings, hasActions = true, fitsFrom, children }: StackTableProps) {
  const fits = useMediaQuery(`(min-width: ${fitsFrom})`, true, { getInitialValueInEffect: false })
  return (
    <Table role="table" aria-label={label} verticalSpacing="sm" className={fits ? 'columns' : 'stacked'}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {headings.map((heading, place) => (
            <Table.Th key={heading} role="columnheader" scope="col" pos="relative">
              {hasActions && place === headings.length - 1 ? (
                <VisuallyHidden>{heading}</VisuallyHidden>
              ) : (
                heading
              )}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </Table>
  )
}

interface StackRowProps {
  /** Dims rows that are no longer valid. */
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
  /** Makes the name focusable. */
  readonly id?: string
  readonly children: ReactNode
}

/** The row header. */
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
  /** The heading of the cell's column. */
  readonly label: string
  /** Lets the text wrap in the column layout too. */
  readonly wraps?: boolean
  readonly children: ReactNode
}

export function StackCell({ label, wraps = false, children }: StackCellProps) {
  return (
    <Table.Td role="cell">
      <span className="stack-label" aria-hidden="true">
        {label}
      </span>
      <div className={wraps ? 'stack-value stack-wraps' : 'stack-value'}>{children}</div>
    </Table.Td>
  )
}

/** Truncates long text to one line in the column layout. */
export function CutText({ text }: { readonly text: string }) {
  return (
    <div title={text} className="stack-cut">
      {text}
    </div>
  )
}

interface StackActionsProps {
  /** True for a single small button, which is placed in the corner of a card. */
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

interface ScrollBoxProps {
  /** The accessible name. */
  readonly label: string
  readonly children: ReactNode
}

/** A box in which a wide table scrolls, also by keyboard, so that the page itself does not. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="scroll-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

interface TableSkeletonProps {
  readonly columns: number
  readonly rows: number
}

const toNumbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A placeholder of about the size of a table while its rows load. */
export function TableSkeleton({ columns, rows }: TableSkeletonProps) {
  return (
    <div aria-busy="true">
      <Table aria-hidden="true" verticalSpacing="sm">
        <Table.Tbody>
          {toNumbers(rows + 1).map(row => (
            <Table.Tr key={row}>
              {toNumbers(columns).map(column => (
                <Table.Td key={column}>
                  <Skeleton height={row === 0 ? 14 : 18} my={2} width={column === 0 ? '80%' : '55%'} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
