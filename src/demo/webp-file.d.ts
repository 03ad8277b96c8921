// WebP files imported by their paths, so that they are part of the executable.
declare module '*.webp' {
  const path: string
  export default path
}
