// What the page of browser.test.ts has: the client and the calls, where the test finds them.
import * as images from '../../client/src/image.ts'
import * as library from '../../client/src/index.ts'
import { makeImageCalls } from './image-calls.ts'
import { makeTwentyCalls } from './twenty-calls.ts'

Object.assign(globalThis, { images, library, makeImageCalls, makeTwentyCalls })
