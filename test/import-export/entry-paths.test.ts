// Both directions of where entries stand, while an import moves them about.
import { expect, test } from 'bun:test'
import { EntryPaths } from '../../src/import-export/plan/entry-paths.ts'

const at = (slug: string, collection = 'posts') => ({ collection, slug })

test('an entry leaves the address where it was, unless another has taken it in the meantime', () => {
  const addresses = new EntryPaths()
  addresses.set('a', at('one'))
  addresses.set('b', at('two'))
  addresses.set('a', at('three'))
  expect([addresses.get('a'), addresses.idAt('posts', 'one')]).toEqual([at('three'), undefined])
  // They change places: for a moment both stand at one address.
  addresses.set('a', at('two'))
  addresses.set('b', at('three'))
  expect([addresses.idAt('posts', 'two'), addresses.idAt('posts', 'three')]).toEqual(['a', 'b'])
  expect([...addresses.ids()]).toEqual(['a', 'b'])
  addresses.delete('a')
  expect([addresses.get('a'), addresses.idAt('posts', 'two'), addresses.size]).toEqual([
    undefined,
    undefined,
    1,
  ])
})

test('the same slug in two collections is two addresses', () => {
  const addresses = new EntryPaths()
  addresses.set('a', at('one'))
  addresses.set('b', at('one', 'people'))
  expect([addresses.idAt('posts', 'one'), addresses.idAt('people', 'one')]).toEqual(['a', 'b'])
  addresses.delete('c')
  addresses.delete('a')
  expect([addresses.idAt('posts', 'one'), addresses.idAt('people', 'one')]).toEqual([undefined, 'b'])
})
