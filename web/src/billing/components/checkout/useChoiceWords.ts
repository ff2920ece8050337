import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Choice } from '../../choices'
import { useBilling } from '../../context'
import { trialDaysOf } from '../../offers'
import { periodSuffix, priceOf } from '../../price'

interface ChoiceWords {
  title: string
  line: string
  /** `7-day free trial`, where there is one. */
  trial: string | null
  price: string
  /** `/ year`, below the price; empty for a game alone. */
  suffix: string
}

/** How the things on sale are told on the page of the purchase. */
export function useChoiceWords(): (choice: Choice) => ChoiceWords {
  const { t, i18n } = useLingui()
  const { viewer } = useBilling().shell

  function lineOf({ event, offer }: Choice): string {
    if (event) return event.full_name
    return offer?.description ?? ''
  }

  function trialOf({ offer }: Choice): string | null {
    const days = offer ? trialDaysOf(offer, viewer) : 0
    return days > 0 ? plural(days, { one: '#-day free trial', other: '#-day free trial' }) : null
  }

  return choice => ({
    title: choice.event ? t`This game` : choice.name,
    line: lineOf(choice),
    trial: trialOf(choice),
    price: priceOf(choice, i18n),
    suffix: choice.offer ? periodSuffix(choice, i18n) : '',
  })
}
