import { useLingui } from '@lingui/react/macro'
import type { ViewerAction, ViewerDetails } from '../../viewersApi'

interface ActionTexts {
  /** The label of the button. */
  action: string
  title: string
  /** What will happen. */
  description: string
  /** The notice after it. */
  done: string
}

/** Return the texts of each action for a viewer. */
export function useViewerActionTexts({
  name,
  email,
}: ViewerDetails): Record<ViewerAction | 'erase', ActionTexts> {
  const { t } = useLingui()
  return {
    'send-reset-link': {
      action: t`Send reset link`,
      title: t`Send a link to reset the password?`,
      description: t`${email} gets an email with a link to choose another password. You never see the password.`,
      done: t`The link is on its way to ${email}`,
    },
    'log-out': {
      action: t`Log out everywhere`,
      title: t`Log ${name} out on all devices?`,
      description: t`The viewer must log in again on each device and TV.`,
      done: t`${name} is logged out on all devices`,
    },
    'remove-second-factor': {
      action: t`Remove authenticator app`,
      title: t`Remove the authenticator app of ${name}?`,
      description: t`First make sure that it is the viewer who asks. The login then needs only the password. The viewer gets an email.`,
      done: t`${name} can log in without a code`,
    },
    suspend: {
      action: t`Suspend`,
      title: t`Suspend ${name}?`,
      description: t`The viewer is logged out, cannot log in or watch, and is not charged for renewals. Refunds are separate.`,
      done: t`${name} is suspended`,
    },
    unsuspend: {
      action: t`Lift suspension`,
      title: t`Let ${name} log in again?`,
      description: t`Passes that have not ended work again. Renewals stay off until the viewer turns them on.`,
      done: t`${name} can log in again`,
    },
    erase: {
      action: t`Erase viewer`,
      title: t`Erase ${name}?`,
      description: t`This deletes the account, its data and all its clips, without a refund. Orders stay, without the person. It cannot be undone.`,
      done: t`The viewer is erased`,
    },
  }
}
