// How large drafts may be, as the server checks it and the editor knows it.

/** Of a draft and its overlays, as they are stored; and of a request with an entry. */
export const draftBytesMax = 2 * 1024 * 1024
