// SVG files imported as text, so that they are part of the executable.
declare module '*.svg' {
  const text: string
  export default text
}
