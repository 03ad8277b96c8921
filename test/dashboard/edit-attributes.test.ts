// The attributes that name the parts of a page for the form of the dashboard.
import { describe, expect, test } from 'bun:test'
import { editAttributes } from '../../client/src/preview.ts'

describe('the attributes of a part', () => {
  test.each<[edit: string, field: string | undefined, address: string]>([
    ['posts/p1', undefined, 'posts/p1'],
    ['posts/p1', 'heading', 'posts/p1#heading'],
    ['posts/p1#sections/k3f9', undefined, 'posts/p1#sections/k3f9'],
    ['posts/p1#sections/k3f9', 'heading', 'posts/p1#sections/k3f9/heading'],
    ['posts/p1#sections/k3f9/items/k1', 'text', 'posts/p1#sections/k3f9/items/k1/text'],
    // A block in rich text is edited in its field.
    ['posts/p1#body', 'heading', 'posts/p1#body'],
    ['posts/p1#sections/k3f9/body', 'heading', 'posts/p1#sections/k3f9/body'],
  ])('%p and the field %p have %p', (edit, field, address) => {
    expect(editAttributes({ edit }, field)).toEqual({ 'data-frontlist': address })
  })

  test('are none without `edit`', () => {
    for (const part of [{}, { id: 'p1', collection: 'posts' }, { edit: 7 }, null, undefined]) {
      expect(editAttributes(part, 'heading')).toEqual({})
    }
  })
})
