// The load's reader: it accepts exactly the recorded answer, however it is cut into pieces, and nothing else.
import { describe, expect, test } from 'bun:test'
import { AnswerReader, type ExpectedAnswer } from '../../bench/answer-reader.ts'

const expected = {
  target: '/list',
  status: 200,
  etag: '"one"',
  body: Buffer.from('{"list":["ä"]}'),
} satisfies ExpectedAnswer
const head = 'HTTP/1.1 200 OK\r\nETag: "one"\r\nContent-Length: 15\r\n\r\n'
const answer = Buffer.concat([Buffer.from(head), expected.body])

function read(bytes: Buffer, ends: readonly number[], wanted: ExpectedAnswer = expected): boolean[] {
  const reader = new AnswerReader()
  reader.expect(wanted)
  return [...ends, bytes.length].map((end, index) => reader.read(bytes.subarray(ends[index - 1] ?? 0, end)))
}

describe('the reader of answers', () => {
  test('finds the end of an answer wherever it is cut', () => {
    for (let at = 1; at < answer.length; at++) expect(read(answer, [at])).toEqual([false, true])
    expect(read(answer, [...answer.keys()].slice(1)).filter(Boolean)).toHaveLength(1)
  })

  test('reads one answer after another on a connection', () => {
    const reader = new AnswerReader()
    for (let count = 0; count < 3; count++) {
      reader.expect(expected)
      expect(reader.read(answer)).toBe(true)
    }
  })

  test('knows that a 304 has no body', () => {
    const unchanged = Buffer.from('HTTP/1.1 304 Not Modified\r\nETag: "one"\r\n\r\n')
    expect(read(unchanged, [], { ...expected, status: 304, body: Buffer.alloc(0) })).toEqual([true])
  })

  test('takes any body where none is expected, and finds its end', () => {
    const any = { ...expected, etag: null, body: null }
    for (let at = 1; at < answer.length; at++) expect(read(answer, [at], any)).toEqual([false, true])
  })

  test('knows that an answer has no ETag', () => {
    const without = Buffer.from(answer.toString().replace('ETag: "one"\r\n', ''))
    expect(read(without, [], { ...expected, etag: null })).toEqual([true])
    expect(() => read(answer, [], { ...expected, etag: null })).toThrow('another ETag')
  })

  test.each([
    ['another byte', answer.toString().replace('ä', 'ö'), 'other bytes'],
    ['another status', answer.toString().replace('200 OK', '500 No'), 'status 500'],
    ['another ETag', answer.toString().replace('"one"', '"two"'), 'another ETag'],
    ['a shorter length', answer.toString().replace(': 15', ': 14'), 'Content-Length 14'],
    ['no length', answer.toString().replace('Content-Length', 'X-Length'), 'Content-Length null'],
    ['more than the body', `${answer}x`, 'a body that is too long'],
    ['a head without an end', 'HTTP/1.1 200 OK\r\n'.padEnd(20_000, 'a'), 'an endless head'],
  ])('refuses an answer with %s', (_, text, message) => {
    expect(() => read(Buffer.from(text), [])).toThrow(message)
  })

  test('refuses bytes that nobody asked for', () => {
    expect(() => new AnswerReader().read(answer)).toThrow('nobody asked for')
  })
})
