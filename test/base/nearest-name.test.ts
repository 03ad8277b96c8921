// What a typo is: which name is suggested for one that does not exist.
import { describe, expect, test } from 'bun:test'
import { nearestName } from '../../src/base/nearest-name.ts'

describe('a suggestion', () => {
  test.each([
    ['prise', ['price'], 'price', 'replaces one letter'],
    ['pric', ['price'], 'price', 'adds one'],
    ['pricee', ['price'], 'price', 'removes one'],
    ['prcie', ['price'], 'price', 'swaps two neighbours'],
    ['publsihedta', ['publishedAt'], null, 'is not three edits away'],
    ['publsihedAt', ['publishedAt'], 'publishedAt', 'is one swap away in a long name'],
    ['PRICE', ['price'], 'price', 'differs by case, however many letters'],
    ['Pricee', ['price'], 'price', 'counts a letter of the other case as an edit'],
    ['PRICEE', ['price'], null, 'counts each letter of the other case'],
    ['ix', ['id'], 'id', 'has one edit in a name of two letters'],
    ['xy', ['id'], null, 'has no two edits in a name of two letters'],
    ['tgaz', ['tags'], 'tags', 'has two edits in a name of four letters'],
    ['tag', ['tags', 'tag2'], 'tag2', 'is the first by name among equals'],
    ['tgs', ['tax', 'tags'], 'tags', 'is the one with the fewest edits'],
    ['', ['a'], 'a', 'of nothing is one letter'],
    ['price', [], null, 'is none where there is no name'],
    ['x'.repeat(5000), ['price'], null, 'is none for a very long name'],
  ] as const)('for %s among %j is %s: it %s', (sent, names, expected) => {
    expect(nearestName(sent, names)).toBe(expected)
    expect(nearestName(sent, [...names].reverse())).toBe(expected)
  })
})
