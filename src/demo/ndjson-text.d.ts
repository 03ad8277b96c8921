// NDJSON files imported as text, so that they are part of the executable.
declare module '*.ndjson' {
  const text: string
  export default text
}
