import { Plural, Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { useCatalog } from '../../../context'
import { feedsStore } from '../../../stores/studio/FeedsStore'

/** The feeds that wait for a person or are paused, with the way to them. Without any, nothing. */
export const FeedsNotice = observer(function FeedsNotice() {
  const store = useCatalog().resolve(feedsStore)
  useEffect(() => void store.load(), [store])
  const feeds = (store.feeds.value ?? []).filter(
    ({ state, waiting }) => state !== 'active' || (waiting ?? 0) > 0,
  )
  if (!feeds.length) return null
  return (
    <section className="panel feeds-notice" role="status">
      <Icon name="alert" />
      <ul>
        {feeds.map(({ id, name, state, waiting }) => (
          <li key={id}>
            <strong>{name}</strong> {state === 'paused' ? <Trans>The feed is paused.</Trans> : null}
            {state === 'new' ? <Trans>The feed waits for its first import.</Trans> : null}{' '}
            {waiting ? (
              <Plural value={waiting} one="# row waits for you." other="# rows wait for you." />
            ) : null}
          </li>
        ))}
      </ul>
      <LinkButton size="s" to="import">
        <Trans>Open feeds</Trans>
      </LinkButton>
    </section>
  )
})
