// Rows of cells in plain text with tabs, as spreadsheets copy them.
import { expect, test } from 'bun:test'
import { readTabbedRows } from '../../dashboard/rich-text/paste/pasted-rows.ts'

test.each([
  [
    'rows of cells',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'rows with line ends of Windows, and one at the end',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells, also at the ends of rows',
    '\t\na\t',
    [
      ['', ''],
      ['a', ''],
    ],
  ],
  [
    'quoted cells with line feeds, tabs and quotation marks',
    '"a\nb\tc"\t"say ""d"""\ne\tf',
    [
      ['a\nb\tc', 'say "d"'],
      ['e', 'f'],
    ],
  ],
  [
    'a quotation mark inside a cell as it is',
    'a 3" pipe\tb\n"c" d\te',
    [
      ['a 3" pipe', 'b'],
      ['"c" d', 'e'],
    ],
  ],
])('text is read as %s', (_, text, expected) => {
  expect(readTabbedRows(text)).toEqual(expected)
})

test.each([
  ['without tabs', 'a\nb'],
  ['of one line', 'a\tb'],
  ['with rows of different lengths', 'a\tb\nc'],
  ['that ends in an empty line among others', 'a\tb\n\nc\td'],
  ['with indented lines', '\ta\n\tb'],
  ['with indented lines of several columns', '\t\ta\n\t\tb'],
])('text %s is not read as rows', (_, text) => {
  expect(readTabbedRows(text)).toBeNull()
})
