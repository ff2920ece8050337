import type { StripeElementStyle } from '@stripe/stripe-js'

/**
 * Return the style of the payment provider's fields, similar to our inputs. It has computed colors, because our
 * CSS variables do not exist in a frame of another site.
 */
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

/**
 * Return the color of a CSS variable as `rgba(…)`. A canvas pixel resolves mixed colors and colors that depend
 * on the color scheme.
 */
function toRgb(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const canvas = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1).getContext('2d') : null
  if (!canvas) return color
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue, opacity = 255] = canvas.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${(opacity / 255).toFixed(2)})`
}
