// Markdown files imported as text, so that they are part of the executable.
declare module '*.md' {
  const text: string
  export default text
}
