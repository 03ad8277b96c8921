// How the home page greets a user. No React here.

/** Names of shared mailboxes: nobody is called so. */
const shared =
  /^(?:admin|contact|editor|editors|hello|info|mail|office|owner|post|press|root|support|team|web)$/i

/** `Good morning, Ada`; without a name where the e-mail is not of a person. */
export function toGreeting(name: string, now: Date): string {
  const hour = now.getHours()
  const greeting = hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
  const [first = ''] = name.split(' ')
  const isPerson = /^\p{L}{2,20}$/u.test(first) && !shared.test(first)
  return isPerson ? `${greeting}, ${first}` : greeting
}
