import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { late } from '@/shared/late'
import { IconButton } from '@/shared/ui/IconButton'

const SearchDialog = late(() => import('./SearchDialog'))

/** Opens the site's search; so does `/` wherever nobody is writing. */
export function SearchButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return
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
        onPointerEnter={SearchDialog.ahead}
        onClick={() => setOpen(true)}
      />
      {open ? <SearchDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
