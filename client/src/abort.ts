// What ends the requests of a call.

export interface CallOptions {
  readonly signal?: AbortSignal | null | undefined
  readonly init?: RequestInit | undefined
}

/** Aborts when the call's signal does; once it is aborted itself, the signal keeps nothing of it. */
export function createFollower({ init, signal = init?.signal }: CallOptions): AbortController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal!.reason)
  signal?.addEventListener('abort', abort, { signal: controller.signal })
  if (signal?.aborted) abort()
  return controller
}
