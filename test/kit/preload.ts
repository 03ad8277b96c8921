// Loaded before the first test file of a process. With `--parallel`, as `npm test` runs them, its hook runs after the
// tests of each file, after the file's own hooks; otherwise at the end of the run.
import { afterAll } from 'bun:test'
import { cleanUp } from './cleanup.ts'

afterAll(cleanUp, 120_000)
