// Validates the times of a schedule before they are sent. No React here.

/** In RFC 3339 format, or empty. */
type Time = string | null | undefined

export interface ScheduleTimes {
  readonly publishAt: Time
  readonly unpublishAt: Time
}

/** Returns the error for each input; null for a valid one. */
export function findTimeErrors(
  { publishAt, unpublishAt }: ScheduleTimes,
  now: number,
): { readonly publishAt: string | null; readonly unpublishAt: string | null } {
  const toError = (at: Time) =>
    at && Date.parse(at) <= now ? 'This time has passed. Choose a later one.' : null
  const isBefore = publishAt && unpublishAt && Date.parse(unpublishAt) <= Date.parse(publishAt)
  return {
    publishAt: toError(publishAt),
    unpublishAt: toError(unpublishAt) ?? (isBefore ? 'Unpublishing has to come after publishing.' : null),
  }
}
