// Stylesheets are imported for their side effect; Bun's bundler writes them to a file.
declare module '*.css'

// An image import returns its path on the server.
declare module '*.svg' {
  const path: string
  export default path
}
