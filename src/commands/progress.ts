// One line on a terminal that shows how far long work has come. Elsewhere, nothing.

const refreshMs = 100

/** `clear` leaves the terminal as it was. */
export function createProgress(stream: NodeJS.WriteStream) {
  let shownAt = 0
  return {
    show: (done: number, total: number) => {
      const now = Date.now()
      if (!stream.isTTY || now - shownAt < refreshMs) return
      shownAt = now
      const width = 30
      const filled = total === 0 ? width : Math.round((done / total) * width)
      stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${total} entries`)
    },
    clear: () => {
      if (stream.isTTY && shownAt > 0) stream.write('\r\u001b[K')
    },
  }
}
