import { Trans, useLingui } from '@lingui/react/macro'
import { formatTime } from '@/shared/format/dates'
import { Icon } from '@/shared/ui/Icon'
import { useCatalog } from '../../../context'
import type { StreamFault } from '../../../streamHealthApi'
import { useFaultTexts } from './useFaultTexts'

interface Props {
  faults: readonly StreamFault[]
  isConnected: boolean
}

/** The faults, worst first, each with what to change. Screen readers announce new ones. */
export function FaultList({ faults, isConnected }: Props) {
  const { i18n } = useLingui()
  const textsOf = useFaultTexts()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  return (
    <div aria-live="polite">
      {faults.length ? (
        <ul className="health-faults">
          {faults.map(fault => {
            const { message, remedy } = textsOf(fault)
            const since = formatTime(Date.parse(fault.since), { language: i18n.locale, timeZone })
            return (
              <li key={fault.code} className="health-fault" data-severity={fault.severity}>
                <Icon name="alert" />
                <div className="stack stack--2">
                  <p className="health-fault__message">{message}</p>
                  {remedy ? (
                    <p>
                      <strong>
                        <Trans>What to change:</Trans>
                      </strong>{' '}
                      {remedy}
                    </p>
                  ) : null}
                  <p className="hint">
                    <Trans>Since {since}</Trans>
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      ) : null}
      {!faults.length && isConnected ? (
        <p className="muted">
          <Trans>Picture and sound arrive without problems.</Trans>
        </p>
      ) : null}
    </div>
  )
}
