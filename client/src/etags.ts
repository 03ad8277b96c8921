// The ETags of responses, for callers that keep results for longer than a client exists, such as the Astro loader.

/** The ETag of each page that `list` returned; null if the response had none. */
export const etags: WeakMap<object, string | null> = new WeakMap()
