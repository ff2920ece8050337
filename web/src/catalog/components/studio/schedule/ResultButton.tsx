import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, LinkButton } from '@/shared/ui/Button'
import { type StudioEvent, scorePath } from '../../../scheduleApi'
import { useResultText } from './eventTexts'
import { ResultDialog } from './ResultDialog'

interface Props {
  event: StudioEvent
  onSaved: () => void
}

/** The result of a game that has started. A press edits it, or opens the score page if a timeline has the result. */
export function ResultButton({ event, onSaved }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const formatResult = useResultText()
  const { id, key, name, teams, status } = event
  if (!teams || (status !== 'live' && status !== 'finished')) return null
  const label = (
    <>
      <span className="sr-only">
        <Trans>Result of {name}:</Trans>{' '}
      </span>
      <span className="tabular-nums">{formatResult(event) ?? t`Enter result`}</span>
    </>
  )
  if (event.has_timeline)
    return (
      <LinkButton size="s" kind="outline" to={scorePath(id)}>
        {label}
      </LinkButton>
    )
  return (
    <>
      <Button size="s" kind="outline" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <ResultDialog
          eventKey={key}
          name={name}
          teams={teams}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onSaved()
          }}
        />
      ) : null}
    </>
  )
}
