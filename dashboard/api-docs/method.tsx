// The method of a request, in a colour of its own.

interface MethodProps {
  /** Upper case. */
  readonly name: string
  readonly isSmall?: boolean
}

/** As the names are shortened where there is little room. */
const short: Readonly<Record<string, string>> = { DELETE: 'DEL' }

export function Method({ name, isSmall = false }: MethodProps) {
  return (
    <span className="method" data-method={name} data-small={isSmall || undefined}>
      {isSmall ? (short[name] ?? name) : name}
    </span>
  )
}
