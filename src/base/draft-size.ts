// The size limit of drafts, for the server and the editor.

/** Limits the stored size of a draft with its overlays, and the size of a request with an entry. */
export const draftBytesMax = 2 * 1024 * 1024
