// Which errors say that PostgreSQL is away: those of its driver, and nothing that only reads like one.
import { describe, expect, test } from 'bun:test'
import pg from 'pg'
import { Refusal } from '../../src/base/errors.ts'
import { DatabaseUnavailable } from '../../src/database/lease/lease-keeper.ts'
import { fromDriver, isAheadOfSchema, isAway, toRefusal } from '../../src/database/postgres/failures.ts'

function withCode(code: string): Error {
  return Object.assign(new Error('connect'), { code })
}

function ofServer(code: string): Error {
  return Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code })
}

describe('PostgreSQL is away', () => {
  test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])('where the socket says %s', code => {
    expect(isAway(withCode(code))).toBe(true)
  })

  test.each(['08006', '53300', '57P01', '58000', 'XX000'])('where the server says %s', code => {
    expect(isAway(ofServer(code))).toBe(true)
  })

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client was closed and is not queryable',
    'The socket was closed',
  ])('where the driver says: %s', text => {
    expect(fromDriver(new Error(text))).toBeInstanceOf(DatabaseUnavailable)
  })
})

describe('PostgreSQL is not away', () => {
  test.each(['57014', '53100', '23505', '42P01', '22021'])('where the server says %s', code => {
    expect(isAway(ofServer(code))).toBe(false)
  })

  test.each([
    new Refusal('The draft posts/websocket-guide does not fit its model.', [], 'draft_invalid'),
    new Refusal('posts/timeout-exceeded: there is no such entry.'),
    new Error('The field "socket" must be a string.'),
    Object.assign(new Error('socket'), { code: '08006' }),
  ])('for an error of our own: %p', error => {
    expect(isAway(error)).toBe(false)
    expect(() => toRefusal(error)).toThrow(error)
    expect(isAheadOfSchema(Object.assign(error, { code: '42P01' }))).toBe(false)
  })

  test('for a refusal that passes through the driver', () => {
    const refusal = new Refusal('Connection error', [], 'draft_invalid')
    expect(fromDriver(refusal)).toBe(refusal)
  })
})
