// The result of one check of the database or the settings.
import { Refusal } from '../../base/errors.ts'

export interface Diagnostic {
  /** The name of the check, such as `integrity`. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** What to do about it; null if there is nothing to do. */
  readonly hint: string | null
}

export function ok(check: string, message: string): Diagnostic {
  return { check, status: 'ok', message, hint: null }
}

export function warning(check: string, message: string, hint: string): Diagnostic {
  return { check, status: 'warning', message, hint }
}

export function failed(check: string, message: string, hint: string | null): Diagnostic {
  return { check, status: 'failed', message, hint }
}

/** An error is a result too. `subject` and `hint` are for errors that are not refusals, which say both themselves. */
export async function reportErrors(
  check: string,
  { subject, hint }: { readonly subject: string; readonly hint: string },
  run: () => Diagnostic[] | Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal) return [failed(check, error.message, error.details.join(' ') || null)]
    const { message, code } = error as Error & { code?: string }
    return [failed(check, `${subject}: ${message || code || String(error)}.`, hint)]
  }
}
