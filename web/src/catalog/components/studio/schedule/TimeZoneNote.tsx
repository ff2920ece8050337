import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { useCatalog } from '../../../context'

/** The time zone of all times in the studio, with a link for operators who may change it. */
export function TimeZoneNote() {
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const canChange = useOpenRooms().has('settings')
  return (
    <>
      <Trans>Times are in the channel’s time zone, {timeZone}.</Trans>{' '}
      {canChange ? (
        <Link className="link" to="/studio/settings">
          <Trans>
            Change <span className="sr-only">the time zone</span>
          </Trans>
        </Link>
      ) : null}
    </>
  )
}
