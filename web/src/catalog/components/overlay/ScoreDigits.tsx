import { useRef } from 'react'

/** A number that moves when it changes. The first value does not. */
export function ScoreDigits({ value, className }: { value: number; className: string }) {
  const first = useRef(value)
  const hasChanged = useRef(false)
  if (value !== first.current) hasChanged.current = true
  return (
    <b key={value} className={hasChanged.current ? `${className} ${className}--changed` : className}>
      {value}
    </b>
  )
}
