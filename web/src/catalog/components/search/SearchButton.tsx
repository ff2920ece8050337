import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { IconButton } from '@/shared/ui/IconButton'

const SearchDialog = lazyComponent(() => import('./SearchDialog'))

/** Opens the site's search; so does `/` wherever nobody is writing. */
export function SearchButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target))
        return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <IconButton
        icon="search"
        label={t`Search`}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onPointerEnter={SearchDialog.preload}
        onClick={() => setOpen(true)}
      />
      {open ? <SearchDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
