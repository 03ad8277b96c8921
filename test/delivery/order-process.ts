// A program: another process on the database of a test, which carries out the orders that come as messages and says of
// each whether it is done.
import { openUrl } from '../kit/database/test-databases.ts'
import { type CacheOutcome, type Order, ordersOn } from './orders.ts'

if (import.meta.main) {
  const carryOut = ordersOn(openUrl(process.argv[2] ?? ''))
  process.on('disconnect', () => process.exit(0))
  process.on('message', (order: Order) => {
    void carryOut(order)
      .then(
        () => null,
        (error: Error) => error.message,
      )
      .then(failure => process.send?.({ failure } satisfies CacheOutcome))
  })
}
