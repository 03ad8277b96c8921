// A pack is imported as a file: the import is its path, in a checkout or inside the executable.
declare module '*.pack' {
  const path: string
  export default path
}
