// Loaded before all test files, so that its hook runs after all of them: the only one that runs after the last.
import { afterAll } from 'bun:test'
import { clearLeftovers } from './leftovers.ts'

afterAll(clearLeftovers, 60_000)
