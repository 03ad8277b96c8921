// What somebody who looks finds: all is well, something is weaker than it should be, or something does not work.

export type Finding =
  | { readonly subject: string; readonly level: 'ok'; readonly says: string }
  | {
      readonly subject: string
      readonly level: 'warning' | 'fault'
      readonly says: string
      /** What to do about it. */
      readonly todo: string
    }

/** The three of one subject. */
export function about(subject: string) {
  return {
    ok: (says: string): Finding => ({ subject, level: 'ok', says }),
    warning: (says: string, todo: string): Finding => ({ subject, level: 'warning', says, todo }),
    fault: (says: string, todo: string): Finding => ({ subject, level: 'fault', says, todo }),
  }
}
