// The result of one check of the database or the settings.
import { Refusal } from '../../base/errors/errors.ts'

export interface Diagnostic {
  /** The name of the check, such as `integrity`. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** Advice for the operator; null if there is nothing to do. */
  readonly hint: string | null
}

export function ok(check: string, message: string): Diagnostic {
  return { check, status: 'ok', message, hint: null }
}

export function warning(check: string, message: string, hint: string): Diagnostic {
  return { check, status: 'warning', message, hint }
}

export function failed(check: string, message: string, hint: string): Diagnostic {
  return { check, status: 'failed', message, hint }
}

/** Runs checks whose errors are results too. The message of a refusal already names its subject. */
export async function reportErrors(
  check: string,
  { subject, hint }: { readonly subject: string; readonly hint: string },
  run: () => Diagnostic[] | Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
  try {
    return await run()
  } catch (error) {
    const message =
      error instanceof Refusal
        ? [error.message, ...error.details].join(' ')
        : `${subject}: ${(error as Error).message}.`
    return [failed(check, message, hint)]
  }
}
