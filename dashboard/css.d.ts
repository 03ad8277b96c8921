// Stylesheets are imported for their effect; Bun's bundler makes a file of them.
declare module '*.css'
