import type { StripeElementStyle } from '@stripe/stripe-js'

/** How the provider's fields look: like ours, in plain colours, because a frame of another site knows no tokens. */
export function stripeElementStyle(): StripeElementStyle {
  const text = toRgb('--text-strong')
  const muted = toRgb('--text-muted')
  return {
    base: {
      color: text,
      iconColor: muted,
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '22px',
      '::placeholder': { color: muted },
    },
    invalid: { color: text, iconColor: toRgb('--danger') },
  }
}

/** A token's colour as `rgb(…)`: what is mixed or depends on the scheme is worked out by painting a dot of it. */
function toRgb(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const dot = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1).getContext('2d') : null
  if (!dot) return color
  dot.fillStyle = color
  dot.fillRect(0, 0, 1, 1)
  const [red, green, blue, opacity = 255] = dot.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${(opacity / 255).toFixed(2)})`
}
