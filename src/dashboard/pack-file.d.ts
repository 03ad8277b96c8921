// The pack is imported as a file: its path, in a checkout or inside of the executable.
declare module '*.pack' {
  const path: string
  export default path
}
