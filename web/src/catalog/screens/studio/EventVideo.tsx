import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { StudioPage } from '@/shared/studio/StudioPage'
import { EventVideo } from '../../components/studio/video/EventVideo'

/** `/studio/schedule/:key/video`: the videos of an event. */
export default function EventVideoScreen() {
  const { t } = useLingui()
  const { key = '' } = useParams()
  return (
    <StudioPage
      title={t`Video`}
      lede={<Trans>Upload the recording of this event, and decide who sees it.</Trans>}
      parent={{ to: `/studio/schedule/${key}`, label: t`Event` }}
    >
      <EventVideo eventKey={key} />
    </StudioPage>
  )
}
