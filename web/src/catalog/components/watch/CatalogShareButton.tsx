import type { ComponentProps } from 'react'
import { ShareButton as Shared } from '@/shared/ui/ShareButton'
import { useCatalog } from '../../context'

/** Passes a game's or a film's address on. */
export function CatalogShareButton(what: Omit<ComponentProps<typeof Shared>, 'toasts'>) {
  const { toasts } = useCatalog().shell
  return <Shared {...what} toasts={toasts} />
}
