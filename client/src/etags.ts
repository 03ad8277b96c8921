// ETags of responses, for those that store what they read longer than a client lives.

/** By the page that a list resulted in. */
export const etags: WeakMap<object, string | null> = new WeakMap()
