// Shows the progress of long work in one line on a terminal. Prints nothing if the output is not a terminal.
import type { Clock } from '../../base/clock.ts'
import type { IndexProgress } from '../../content/index/query-index.ts'
import type { ImportProgress } from '../../import-export/import.service.ts'

const refreshMs = 100
const width = 30

interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** `clear` removes the line from the terminal. */
export function createProgress(terminal: Terminal, clock: Clock) {
  let shownAt: number | null = null
  return {
    show: (progress: ImportProgress | IndexProgress) => {
      const now = clock()
      if (!terminal.isTTY || (shownAt !== null && now - shownAt < refreshMs)) return
      shownAt = now
      terminal.write(`\r\u001b[K${toLine(progress)}`)
    },
    clear: () => {
      if (shownAt !== null) terminal.write('\r\u001b[K')
    },
  }
}

function toLine(progress: ImportProgress | IndexProgress): string {
  if ('space' in progress) return `Building the query index of ${progress.space}: ${progress.done} entries`
  const { phase, done, total } = progress
  if (phase === 'reading') return `Reading: ${done} records`
  const what = phase === 'files' ? 'files' : 'entries'
  const filled = total === 0 ? width : Math.round((done / total) * width)
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${total} ${what}`
}
