// How people read the places that changes and errors name.
import { expect, test } from 'bun:test'
import { describeRefusal, namePlace } from '../../dashboard/parts/entries/place-name.ts'

const fields = [
  { apiName: 'title', name: 'Headline' },
  { apiName: 'catalogueNumber' },
  { apiName: 'sku_EU' },
  { apiName: 'settings', type: 'json' },
]
const variants = (id: string) => (id === 'vip' ? 'Friends' : id)

test.each([
  ['/slug', 'Slug'],
  ['/data/title', 'Headline'],
  ['/data/catalogueNumber', 'Catalogue number'],
  ['/data/sku_EU', 'Sku EU'],
  ['/data/a.b', 'A.b'],
  ['/data/a~1b~0c', 'A (b~c)'],
  ['/data/body/3/children/0', 'Body (4.children.1)'],
  ['/data/gallery/0', 'Gallery (1)'],
  ['/data/body/9/2nd', 'Body (10.2nd)'],
  ['/data/settings/years/2024', 'Settings (years.2024)'],
  ['/variants/vip/title', 'Headline for Friends'],
  ['/variants/de/title', 'Headline for de'],
  ['/variants/vip', 'Friends'],
])('%s is %s', (pointer, name) => expect(namePlace(pointer, fields, variants)).toBe(name))

test('why a schedule failed is said by field where rules are broken, otherwise as the server says it', () => {
  const problem = (path: string, message: string) => ({ path, message })
  const reason = 'The draft breaks rules: /data/title is required.'
  const problems = [problem('/data/title', 'is required'), problem('/variants/vip/sku_EU', 'is too long')]
  expect(describeRefusal({ reason, problems }, fields)).toBe(
    'Headline is required. Sku EU for vip is too long.',
  )
  expect(describeRefusal({ reason, problems: [] })).toBe(reason)
  expect(describeRefusal({ reason: null, problems: [] })).toBe('It was refused.')
})
