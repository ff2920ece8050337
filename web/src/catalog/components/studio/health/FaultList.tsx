import { Trans, useLingui } from '@lingui/react/macro'
import { formatTime } from '@/shared/format/dates'
import { Icon } from '@/shared/ui/Icon'
import { useCatalog } from '../../../context'
import type { SlotFault } from '../../../stores/studio/StreamHealthStore'
import type { EncoderSlot } from '../../../streamHealthApi'
import { useFaultTexts } from './useFaultTexts'

interface Props {
  faults: readonly SlotFault[]
  isConnected: boolean
  /** Whether each fault names its encoder. */
  hasNames: boolean
}

/** The faults, worst first, each with what to change. Screen readers announce new ones. */
export function FaultList({ faults, isConnected, hasNames }: Props) {
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
              <li key={`${fault.slot} ${fault.code}`} className="health-fault" data-severity={fault.severity}>
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
                    {hasNames && fault.slot ? <EncoderName slot={fault.slot} /> : null}
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

function EncoderName({ slot }: { slot: EncoderSlot }) {
  return <>{slot === 'primary' ? <Trans>Primary encoder</Trans> : <Trans>Backup encoder</Trans>} · </>
}
