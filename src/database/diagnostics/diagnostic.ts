// The result of one check of the database or the settings.

export interface Diagnostic {
  /** The name of the check, such as `integrity`. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** What to do about it; null if there is nothing to do. */
  readonly hint: string | null
}

/** Creates the three possible results of a check. */
export function check(name: string) {
  return {
    ok: (message: string): Diagnostic => ({ check: name, status: 'ok', message, hint: null }),
    warning: (message: string, hint: string): Diagnostic => ({
      check: name,
      status: 'warning',
      message,
      hint,
    }),
    failed: (message: string, hint: string | null): Diagnostic => ({
      check: name,
      status: 'failed',
      message,
      hint,
    }),
  }
}
