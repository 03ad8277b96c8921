'use client'
import { nextLoader } from '@frontlist/client/image'
import Image from 'next/image'

// A function cannot be passed from a server component, so the loader is made here.
const loader = nextLoader({ ar: '2:3' })

export function Cover({ src, alt }: { src: string; alt: string }) {
  return (
    <Image
      loader={loader}
      src={src}
      alt={alt}
      width={400}
      height={600}
      sizes="(max-width: 400px) 100vw, 400px"
    />
  )
}
