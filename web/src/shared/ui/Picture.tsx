import { useState } from 'react'
import { cx } from './cx'

interface Props {
  src: string | null | undefined
  /** The alternative text. Empty if the name is beside the image. */
  alt?: string
  width?: number
  height?: number
  /** Whether to load the image at once, for the first image of a page. Others load near the viewport. */
  eager?: boolean
  /** The URL of another crop for screens of at least 720 px. */
  wide?: string | null
  className?: string
}

/** An image that reserves its space while it loads, and leaves it empty if it fails to load. */
export function Picture({ src, alt = '', width = 640, height = 360, eager, wide, className }: Props) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (!src || failedUrl === src)
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
      onError={() => setFailedUrl(src)}
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
