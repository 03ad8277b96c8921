// Style sheets of this page are imported as text. The double suffix keeps this apart from style sheets that are bundled.
declare module '*.page.css' {
  const text: string
  export = text
}
