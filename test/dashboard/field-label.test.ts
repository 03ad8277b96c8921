// The places that errors name, in words for people.
import { expect, test } from 'bun:test'
import { toFieldLabel } from '../../dashboard/pages/entry/field-label.ts'

test.each([
  ['/slug', 'slug'],
  ['/data/title', 'title'],
  ['/data/a.b', 'a.b'],
  ['/data/a~1b~0c', 'a/b~c'],
  ['/data/body/3/children/0', 'body.3.children.0'],
  ['/variants/vip/title', 'title for vip'],
  ['/variants/vip', 'variant vip'],
])('%s is %s', (pointer, label) => expect(toFieldLabel(pointer)).toBe(label))
