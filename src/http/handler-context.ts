// The input of an endpoint's handler after the guard and the checks. Types only.
/** Waits for a body without holding a permit, which other requests can use in the meantime. */
export type Receive = <Result>(
  work: (body: ReadableStream<Uint8Array<ArrayBuffer>> | null) => Promise<Result>,
) => Promise<Result>

/** Runs the work without holding a permit, which other requests can use in the meantime. */
export type WithoutPermit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The input of a handler. A path parameter is null if its text cannot be a valid name. */
export interface HandlerContext<Caller, Query, Body, Parameters> {
  readonly request: Request
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly query: Query
  /**
   * The parameters that must be compared with the model, or null if there are none. They contain the errors of all
   * parameters, so the handler must report these.
   */
  readonly modelParameters: Parameters | null
  readonly body: Body
  /** Receives the body of an upload, which is not read yet. */
  readonly receive: Receive
  readonly withoutPermit: WithoutPermit
  /** Headers that every successful response must include. */
  readonly headers: Record<string, string>
}
