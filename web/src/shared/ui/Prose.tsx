import { type MouseEvent, use, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { LinkableContext } from '../contexts/linkable'
import './Prose.css'

/**
 * Text that the channel wrote and the server sanitised when the pack was applied.
 *
 * Its links within the site stay on the page; one to a screen that is not there is plain text.
 */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate()
  const leads = use(LinkableContext)
  const shown = useMemo(() => removeUnknownLinks(html, leads), [html, leads])

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || link.target || link.origin !== location.origin) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys press the links inside, which then click
    // biome-ignore lint/a11y/noStaticElementInteractions: only the links inside are pressed
    <div className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: shown }} />
  )
}

function removeUnknownLinks(html: string, leads: (url: string) => boolean): string {
  if (!html.includes('href="/')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const link of body.querySelectorAll('a[href^="/"]')) {
    if (!leads(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes)
  }
  return body.innerHTML
}
