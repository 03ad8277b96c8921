// Combines the signals that abort the requests of a call.

export interface CallOptions {
  readonly signal?: AbortSignal | null | undefined
  readonly init?: RequestInit | undefined
}

/** Returns a controller that aborts when the call's signal does. Once aborted, it is detached from the signal. */
export function createFollower({ init, signal = init?.signal }: CallOptions): AbortController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal!.reason)
  signal?.addEventListener('abort', abort, { signal: controller.signal })
  if (signal?.aborted) abort()
  return controller
}
