import './LiveDot.css'

/** A dot that pulses beside the word "Live"; readers hear the word alone. */
export function LiveDot() {
  return <span className="live-dot" aria-hidden="true" />
}
