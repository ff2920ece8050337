import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '@/shared/ui/Button'
import type { StudioEvent } from '../../../scheduleApi'
import { useResultText } from './eventTexts'
import { ResultDialog } from './ResultDialog'

interface Props {
  event: StudioEvent
  onSaved: () => void
}

/** The result of a game that has started. A press edits it. */
export function ResultButton({ event, onSaved }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const formatResult = useResultText()
  const { key, name, teams, status } = event
  if (!teams || (status !== 'live' && status !== 'finished')) return null
  const text = formatResult(event) ?? t`Enter result`
  return (
    <>
      <Button size="s" kind="outline" onClick={() => setOpen(true)}>
        <span className="sr-only">
          <Trans>Result of {name}:</Trans>{' '}
        </span>
        <span className="tabular-nums">{text}</span>
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
