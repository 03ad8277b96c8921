// Says what is wrong with the times of a schedule before it is sent. No React here.

/** RFC 3339, or empty. */
type Time = string | null | undefined

export interface ScheduleTimes {
  readonly publishAt: Time
  readonly unpublishAt: Time
}

/** By the input that has to be changed; null for one that is all right. */
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
