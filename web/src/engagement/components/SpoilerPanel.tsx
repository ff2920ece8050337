import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { CheckField } from '@/shared/ui/CheckField'
import { useSpoilerSwitch } from './SpoilerSwitch'

/** The spoiler shield in the profile, with what it means. */
export const SpoilerPanel = observer(function SpoilerPanel() {
  const { on, turn, offered } = useSpoilerSwitch()
  if (!offered) return null
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Scores</Trans>
      </h2>
      <CheckField checked={on} onChange={turn}>
        <Trans>Hide scores</Trans>
      </CheckField>
      <p className="hint">
        <Trans>
          Scores, records and preview pictures stay hidden on every device until you ask to see one. How long
          a recording is can still tell that there was overtime.
        </Trans>
      </p>
    </section>
  )
})
