// Limits that the server and the dashboard share.

/** Limits the stored size of a draft with its overlays, and the size of a request with an entry. */
export const draftBytesMax = 2 * 1024 * 1024

/** The minimum length of a password in characters. There are no composition rules (NIST SP 800-63B, section 3.1.1.2). */
export const passwordLengthMin = 8
export const passwordLengthMax = 256
