import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { FullPageState } from '@/shared/ui/FullPageState'
import { useChannel } from '../context'
import './NotFound.css'

/** `/404`: the channel's text over the picture of its last slide, with a link to the home page. */
export default observer(function NotFound() {
  const { t } = useLingui()
  const channel = useChannel()
  useDocumentTitle(t`Page not found`)
  return (
    <div className="not-found">
      <FullPageState
        hero
        title={channel.text('not_found_title') ?? t`Page not found`}
        picture={channel.slides.at(-1)?.image}
        actions={
          <LinkButton kind="primary" to="/">
            <Trans>Back to home</Trans>
          </LinkButton>
        }
      >
        <p>{channel.text('not_found_text') ?? t`Check the address, or go back to the home page.`}</p>
      </FullPageState>
    </div>
  )
})
