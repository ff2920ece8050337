import './LiveDot.css'

/** A pulsing dot beside the word "Live". Screen readers read only the word. */
export function LiveDot() {
  return <span className="live-dot" aria-hidden="true" />
}
