// What the page of browser.test.ts has: the client and the calls, where the test finds them.
import * as library from '../../client/src/index.ts'
import { makeTwentyCalls } from './twenty-calls.ts'

Object.assign(globalThis, { library, makeTwentyCalls })
