import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { IconButton } from '@/shared/ui/IconButton'

const SearchDialog = lazyComponent(() => import('./SearchDialog'))

/** The button that opens the site search. The `/` key opens it too, except in a text field. */
export function SearchButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target))
        return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
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
