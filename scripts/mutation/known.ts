// Faults that no test can notice, because they change nothing that anybody could see, each with the reason. They are
// told by the line and what was done to it, and count neither as killed nor as survived.

export interface KnownMutant {
  readonly file: string
  /** The text of the line, trimmed. */
  readonly line: string
  readonly operator: string
  readonly why: string
}

export const knownMutants: readonly KnownMutant[] = []
