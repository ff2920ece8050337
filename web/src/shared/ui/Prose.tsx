import { type MouseEvent, use, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { LinkableContext } from '../contexts/linkable'
import './Prose.css'

/**
 * Text of the channel. The server sanitizes it when it applies the channel pack.
 *
 * Links within the site navigate without a page load. A link to a missing screen becomes plain text.
 */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate()
  const isLinkable = use(LinkableContext)
  const cleanHtml = useMemo(() => removeUnknownLinks(html, isLinkable), [html, isLinkable])

  function followLink(event: MouseEvent) {
    const link = (event.target as Element).closest('a')
    const isPlainClick =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlainClick || link.target || link.origin !== location.origin) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on a link inside also sends a click
    // biome-ignore lint/a11y/noStaticElementInteractions: only clicks on the links inside are handled
    <div className="prose" onClick={followLink} dangerouslySetInnerHTML={{ __html: cleanHtml }} />
  )
}

function removeUnknownLinks(html: string, isLinkable: (url: string) => boolean): string {
  if (!html.includes('href="/')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const link of body.querySelectorAll('a[href^="/"]')) {
    if (!isLinkable(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes)
  }
  return body.innerHTML
}
