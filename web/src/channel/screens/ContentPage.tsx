import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback } from 'react'
import { useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useLoad } from '@/shared/hooks/useLoad'
import { Prose } from '@/shared/ui/Prose'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { useChannel } from '../context'
import '@/shared/ui/WithAside.css'
import NotFound from './NotFound'

interface Props {
  /** The content beside the text from 1200 px, and below it on smaller screens. */
  aside: ReactNode
}

/** A content page of the channel at its own path, with its name as the title (§2). */
export const ContentPage = observer(function ContentPage({ aside }: Props) {
  const channel = useChannel()
  const { pathname } = useLocation()
  const page = channel.pages.find(entry => entry.url === pathname)
  return page ? <PageContent key={page.id} id={page.id} name={page.name} aside={aside} /> : <NotFound />
})

const PageContent = observer(function PageContent({ id, name, aside }: Props & { id: number; name: string }) {
  const { t } = useLingui()
  const channel = useChannel()
  useDocumentTitle(name)
  const { current } = channel.shell.language
  // `current` reloads the text when the language changes.
  const load = useCallback((signal: AbortSignal) => channel.pageText(id, signal), [channel, id, current])
  const { value, error, retry } = useLoad(load)
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {name}
        </h1>
      </div>
      <div className="with-aside">
        {error ? (
          <ErrorState title={t`The page could not be loaded`} onRetry={retry} />
        ) : value ? (
          <Prose html={value.html} />
        ) : (
          <div className="stack" aria-busy="true">
            {[96, 88, 92, 60].map(width => (
              <SkeletonLine key={width} width={width} />
            ))}
          </div>
        )}
        {aside}
      </div>
    </div>
  )
})
