import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'

/** A decision that is confirmed first. All but `feature` ask for a reason. */
export type Decision = 'feature' | 'hide' | 'block-creator' | 'delete'

interface Props {
  decision: Decision
  /** The name of the clip. */
  name: string
  busy: boolean
  onDecide: (reason: string) => void
  onClose: () => void
}

/** The dialog that says what a decision does, and asks for the reason of a restriction. */
export default function DecisionDialog({ decision, name, busy, onDecide, onClose }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const { title, description, button } = {
    feature: {
      title: t`Feature “${name}” on the home page?`,
      description: t`Everyone can watch it, without a pass, and read its name and tags. If its maker renames it, it is no longer featured.`,
      button: t`Feature clip`,
    },
    hide: {
      title: t`Hide “${name}”?`,
      description: t`The clip leaves lists, its page, share links and downloads, and its reports are closed. Only its maker still sees it. You can show it again.`,
      button: t`Hide clip`,
    },
    'block-creator': {
      title: t`Block the maker of “${name}”?`,
      description: t`They can’t create clips anymore. Their clips stay. You can unblock them.`,
      button: t`Block maker`,
    },
    delete: {
      title: t`Delete “${name}”?`,
      description: t`The clip, its files and all links to it are deleted. This cannot be undone.`,
      button: t`Delete clip`,
    },
  }[decision]
  const needsReason = decision !== 'feature'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind={needsReason ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => onDecide(reason.trim())}
          >
            {button}
          </Button>
        </>
      }
    >
      {needsReason ? (
        <TextField
          label={t`Reason (optional)`}
          hint={t`It is kept in the activity log.`}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      ) : null}
    </Dialog>
  )
}
