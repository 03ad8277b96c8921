// What an endpoint's handler gets of a request that passed its guard and its checks. Types only.
/** Waits for a body without a permit to run, which other requests have meanwhile. */
export type Receive = <Result>(
  work: (body: ReadableStream<Uint8Array<ArrayBuffer>> | null) => Promise<Result>,
) => Promise<Result>

/** Other requests have the permit to run while something else is waited for. */
export type WithoutPermit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The input of a handler. A path parameter is null if its text cannot be a valid name. */
export interface HandlerContext<Caller, Query, Body, Parameters> {
  readonly request: Request
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly query: Query
  /**
   * The parameters that have to be compared with the model, null if there are none. They hold the errors of all
   * parameters, so the handler has to report these.
   */
  readonly modelParameters: Parameters | null
  readonly body: Body
  /** For an upload, whose body is still to be read. */
  readonly receive: Receive
  readonly withoutPermit: WithoutPermit
  /** Headers that every successful response must include. */
  readonly headers: Record<string, string>
}
