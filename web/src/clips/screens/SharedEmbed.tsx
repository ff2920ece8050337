import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { LinkButton } from '@/shared/ui/Button'
import { inlineIcons } from '@/shared/ui/inlineIcons'
import { ErrorState, StateBlock } from '@/shared/ui/states'
import { ClipPlayer } from '../components/ClipPlayer'
import { reportPage } from '../components/reporting'
import { useClipWords } from '../components/useClipWords'
import { useShared } from '../components/useShared'
import { clipTitle } from '../model'
import '../components/Clips.css'

inlineIcons()

/**
 * `/share_embed/{id}/{uuid}`: the player of a shared clip alone, for other sites' pages. A report is written on the
 * channel's own page, in another tab: in a frame of another site nobody is logged in.
 */
export default observer(function SharedEmbed() {
  const { t } = useLingui()
  const { store, clip, load, error, missing } = useShared()
  const words = useClipWords()
  const { uuid = '' } = useParams()
  const { detail } = store
  useTitle((clip && clipTitle(clip)) ?? null)
  if (missing) return <StateBlock icon="cut" title={t`This link leads nowhere any more`} role="status" />
  if (clip && !clip.url) return <StateBlock icon="lock" title={words.closed(clip)} />
  if (!clip && error) {
    return <ErrorState title={t`The clip did not load`} onRetry={load} busy={detail.busy} />
  }
  return (
    <div className="clip-embed" aria-busy={!clip || undefined}>
      <h1 className="sr-only" tabIndex={-1}>
        {clip ? clipTitle(clip) : <Trans>Loading</Trans>}
      </h1>
      {clip ? <ClipPlayer clip={clip} store={store} /> : null}
      {clip && !clip.is_own ? (
        <LinkButton
          kind="glass"
          size="s"
          icon="alert"
          className="clip-embed__report"
          to={reportPage(clip, uuid)}
          target="_blank"
          rel="noopener"
        >
          <Trans>Report</Trans>
        </LinkButton>
      ) : null}
    </div>
  )
})
