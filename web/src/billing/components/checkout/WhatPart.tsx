import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { OptionCard } from './OptionCard'
import { Part } from './Part'
import { useChoiceWords } from './useChoiceWords'

/** What is bought: everything that opens the game, or the one thing that was asked for. */
export const WhatPart = observer(function WhatPart() {
  const checkout = useBilling().bring(checkoutStore)
  const wordsOf = useChoiceWords()
  const { choices, choice } = checkout.selection
  return (
    <Part title={<Trans>What you are buying</Trans>}>
      {heading => (
        <div className="stack stack--2" role="radiogroup" aria-labelledby={heading}>
          {choices.map(one => {
            const { title, line, trial, price, suffix } = wordsOf(one)
            return (
              <OptionCard
                key={one.key}
                group="what"
                checked={one.key === choice?.key}
                onChoose={() => checkout.choose(one.key)}
                title={title}
                line={line}
                more={trial}
                end={
                  <span className="option__price">
                    {price}
                    <small>{suffix}</small>
                  </span>
                }
              />
            )
          })}
        </div>
      )}
    </Part>
  )
})
