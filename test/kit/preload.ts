// Loaded before the first test file of a process. With `--parallel`, as `npm test` runs them, its hook runs after the
// tests of each file, after the file's own hooks; otherwise at the end of the run.
import { afterAll, afterEach, beforeEach } from 'bun:test'
import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import fc from 'fast-check'
import { beginTest, cleanUp, endTest } from './cleanup.ts'
import { fuzzSeed } from './fuzz.ts'

// The registry holds every schema of every app, and so every app, until the process ends: a server has one app, but
// a process of tests has thousands, and would spend most of its time collecting garbage.
zodToOpenAPIRegistry._map = new WeakMap()

fc.configureGlobal({ seed: fuzzSeed() })

beforeEach(beginTest)
afterEach(endTest, 120_000)
afterAll(cleanUp, 120_000)
