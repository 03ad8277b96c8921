// The logo of the product, and the logo with the product's name.
import logo from '../../logo.svg'

export function Mark({ size = 24 }: { readonly size?: number }) {
  return <img src={logo} alt="" width={size} height={size} style={{ display: 'block', flex: 'none' }} />
}

export function Brand() {
  return (
    <span className="brand">
      <Mark />
      Frontlist
    </span>
  )
}
