// What a browser does with files: it shows pictures, documents and films, and runs nothing that is in them.
import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type BrowserFixture, describeInBrowser, type Visitor } from '../kit/browser.ts'
import { runJson, writeLines } from '../kit/running-command.ts'
