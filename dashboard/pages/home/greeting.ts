// The greeting on the home page. No React here.

/** Names of shared mailboxes, which are not names of people. */
const shared =
  /^(?:admin|contact|editor|editors|hello|info|mail|office|owner|post|press|root|support|team|web)$/i

/** Returns for example `Good morning, Ada`; without a name if the e-mail does not contain one. */
export function toGreeting(name: string, now: Date): string {
  const hour = now.getHours()
  const greeting = hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
  const [first = ''] = name.split(' ')
  const isPerson = /^\p{L}{2,20}$/u.test(first) && !shared.test(first)
  return isPerson ? `${greeting}, ${first}` : greeting
}
