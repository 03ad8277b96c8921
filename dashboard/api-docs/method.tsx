// Renders a request method in its own colour.

interface MethodProps {
  /** In upper case. */
  readonly name: string
  readonly isSmall?: boolean
}

/** Abbreviations for the small variant. */
const short: Readonly<Record<string, string>> = { DELETE: 'DEL' }

export function Method({ name, isSmall = false }: MethodProps) {
  return (
    <span className="method" data-method={name} data-small={isSmall || undefined}>
      {isSmall ? (short[name] ?? name) : name}
    </span>
  )
}
