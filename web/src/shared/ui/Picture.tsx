import { useState } from 'react'
import { cx } from './cx'

interface Props {
  src: string | null | undefined
  /** Empty where the name stands beside it. */
  alt?: string
  width?: number
  height?: number
  /** The picture a visitor sees first; all others load when they come near. */
  eager?: boolean
  /** Another crop for wide screens, from 720 px. */
  wide?: string | null
  className?: string
}

/** A picture that keeps its room before it comes, and leaves it empty if it never does. */
export function Picture({ src, alt = '', width = 640, height = 360, eager, wide, className }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!src || failed === src)
    return <span className={cx('picture-placeholder', className)} aria-hidden="true" />
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      className={className}
      onError={() => setFailed(src)}
    />
  )
  if (!wide) return image
  return (
    <picture className="picture">
      <source media="(min-width: 720px)" srcSet={wide} />
      {image}
    </picture>
  )
}
