import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { CheckField } from '@/shared/ui/CheckField'
import { useSpoilerSwitch } from './SpoilerSwitch'

/** The spoiler switch in the profile, with an explanation. */
export const SpoilerPanel = observer(function SpoilerPanel() {
  const { isEnabled, toggle, isAvailable } = useSpoilerSwitch()
  if (!isAvailable) return null
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Scores</Trans>
      </h2>
      <CheckField checked={isEnabled} onChange={toggle}>
        <Trans>Hide scores</Trans>
      </CheckField>
      <p className="hint">
        <Trans>
          Scores, records, clips and the length of recordings stay hidden on all your devices until you choose
          to see them.
        </Trans>
      </p>
    </section>
  )
})
