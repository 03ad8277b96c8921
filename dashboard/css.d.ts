// Stylesheets are imported for their side effect; Bun's bundler writes them to a file.
declare module '*.css'
