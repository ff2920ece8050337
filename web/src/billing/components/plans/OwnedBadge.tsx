import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { alreadyBoughtText } from '../../capabilityText'

interface Props {
  type: 'event' | 'package' | 'subscription'
  /** Where what was bought plays. */
  watch: string
  block?: boolean
}

/** What is held already says so, and leads to watching instead of to buying it again. */
export function OwnedBadge({ type, watch, block }: Props) {
  const { i18n } = useLingui()
  return (
    <>
      <p className="owned-badge">
        <Icon name="check" />
        {alreadyBoughtText(type, i18n)}
      </p>
      <LinkButton kind="soft" icon="play" block={block} size={block ? undefined : 's'} to={watch}>
        <Trans>Watch</Trans>
      </LinkButton>
    </>
  )
}
