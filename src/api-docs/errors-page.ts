// The page at /docs/errors: every error code with its status and meaning, each at an anchor with its name. The `type` of
// an error links there. One HTML document without scripts; the content security policy allows its style by hash.
// docs/errors.md has the same introduction.
import { html, raw } from 'hono/html'
import { type ErrorCode, errorTable } from '../base/error-table.ts'

export const errorsIntroduction: readonly string[] = [
  'Every error is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and `requestId`; a 400 also has `errors`, one for each thing that is wrong with the request.',
  '`type` is the URL of the section that describes the error. Decide by `code`: it does not change within `/api/v1`; `title` and `detail` are for people and may change.',
]

type Html = ReturnType<typeof html>

const codes = Object.keys(errorTable) as ErrorCode[]

export const errorsPageStyle = `
:root { color-scheme: light dark; --text: #1c1f25; --soft: #565b66; --ground: #fff; --line: #d5d9e0; --mark: #eff4fb; --link: #1d4f91 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e6e1; --soft: #a9aeb8; --ground: #16181d; --line: #3b4049; --mark: #1f2a3a; --link: #7aa7e0 }
}
* { box-sizing: border-box }
body { margin: 0; color: var(--text); background: var(--ground); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { margin: 1rem 0; font-size: 2rem; line-height: 1.2 }
h2 { margin: 0 0 .25rem; font: 600 1.125rem/1.4 ui-monospace, monospace }
p { margin: 0 0 .75rem }
a { color: var(--link) }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code { font: .9em ui-monospace, monospace }
nav ul { columns: 14rem; margin: 0; padding: 0; list-style: none }
nav li a { display: inline-block; padding: .25rem 0 }
section { margin: 1rem -.75rem 0; padding: .75rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem }
section:target { background: var(--mark); border-radius: .25rem }
section p { margin: 0 }
.status { color: var(--soft); font-weight: 600 }
`

export function errorsPage(): string {
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Frontlist</title>
<link rel="icon" href="data:,">
<style>${raw(errorsPageStyle)}</style>
</head>
<body>
<main>
<p><a href="/docs">API reference</a></p>
<h1>Errors</h1>
${errorsIntroduction.map(text => html`<p>${withCode(text)}</p>`)}
<nav aria-label="Error codes"><ul>
${codes.map(code => html`<li><a href="#${code}"><code>${code}</code></a></li>\n`)}</ul></nav>
${codes.map(toSection)}</main>
</body>
</html>
`}`
}

function toSection(code: ErrorCode): Html {
  const { status, otherStatus, title, meaning } = errorTable[code]
  const statuses = otherStatus ? `${status} or ${otherStatus}` : status
  return html`<section id="${code}" aria-labelledby="${code}-heading">
<h2 id="${code}-heading">${code}</h2>
<p class="status">${statuses} ${title}</p>
<p>${withCode(meaning)}</p>
</section>
`
}

/** Renders text between backticks as code. */
function withCode(text: string): readonly (string | Html)[] {
  return text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))
}
