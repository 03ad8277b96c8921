// The attributes that name the parts of a page for the form of the dashboard.
import { describe, expect, test } from 'bun:test'
import { editAttributes } from '../../client/src/preview.ts'
import { parseAddress, toAddress } from '../../dashboard/pages/entry/preview/preview-messages.ts'

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

  test('go into a single block, which has a key, and not into rich text', () => {
    const data = { 'data-frontlist': 'posts/p1#seo/title' }
    expect(editAttributes({ component: 'seo', key: 'k1', edit: 'posts/p1#seo' }, 'title')).toEqual(data)
    const inText = { _type: 'component', _key: 'k1', component: 'seo', edit: 'posts/p1#body' }
    expect(editAttributes(inText, 'title')).toEqual({ 'data-frontlist': 'posts/p1#body' })
  })

  test('are none without `edit`', () => {
    for (const part of [{}, { id: 'p1', collection: 'posts' }, { edit: 7 }, null, undefined]) {
      expect(editAttributes(part, 'heading')).toEqual({})
    }
  })
})

test('an address in a message names an entry and a value in it, at any depth', () => {
  const deep = ['sections', 'items', 'items', 'items'].map(name => `${name.repeat(8)}/${'k'.repeat(64)}`)
  for (const path of [null, 'title', 'sections/k3f9', 'sections/k3f9/heading', `${deep.join('/')}/heading`]) {
    const address = { collection: 'posts', id: 'p1', path }
    expect(parseAddress(toAddress(address))).toEqual(address)
  }
  for (const text of ['posts', 'posts/p1/x', 'posts/p1#', 'posts/p1#a b', 'posts/p1#"x"', '#title', '']) {
    expect(parseAddress(text)).toBeNull()
  }
})
