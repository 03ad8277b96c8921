// What a form says of the times of a schedule before they are sent.
import { expect, test } from 'bun:test'
import { findTimeErrors } from '../../dashboard/parts/time/local-time.tsx'

const now = Date.parse('2029-07-01T12:00:00Z')
const earlier = '2029-07-01T11:59:00.000Z'
const later = '2029-07-01T12:01:00.000Z'
const latest = '2029-07-02T00:00:00.000Z'
const passed = 'This time has passed. Choose a later one.'
const after = 'Unpublishing has to come after publishing.'

test.each([
  [later, latest, null, null],
  [earlier, null, passed, null],
  [earlier, later, passed, null],
  ['', earlier, null, passed],
  [new Date(now).toISOString(), undefined, passed, null],
  [latest, later, null, after],
  [later, later, null, after],
  [later, earlier, null, passed],
  [null, null, null, null],
])(
  'publishing at %j and unpublishing at %j: %j and %j',
  (publishAt, unpublishAt, publishing, unpublishing) => {
    expect(findTimeErrors({ publishAt, unpublishAt }, now)).toEqual({
      publishAt: publishing,
      unpublishAt: unpublishing,
    })
  },
)
