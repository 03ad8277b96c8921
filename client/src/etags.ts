// The ETags of responses, for callers that store results for longer than the lifetime of a client, such as the Astro loader.

/** The ETag of each page that `list` returned; null if the response had none. */
export const etags: WeakMap<object, string | null> = new WeakMap()
