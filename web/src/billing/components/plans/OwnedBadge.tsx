import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { alreadyBoughtText } from '../../capabilityText'

interface Props {
  type: 'event' | 'package' | 'subscription'
  /** The path to the content of the purchase. */
  watchPath: string
  block?: boolean
}

/** The badge of an offer that the viewer already has, with a link to watch. */
export function OwnedBadge({ type, watchPath, block }: Props) {
  const { i18n } = useLingui()
  return (
    <>
      <p className="owned-badge">
        <Icon name="check" />
        {alreadyBoughtText(type, i18n)}
      </p>
      <LinkButton kind="soft" icon="play" block={block} size={block ? undefined : 's'} to={watchPath}>
        <Trans>Watch</Trans>
      </LinkButton>
    </>
  )
}
