import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { Icon } from '@/shared/ui/Icon'
import { Prose } from '@/shared/ui/Prose'
import { EmptyState } from '@/shared/ui/states'
import { useChannel } from '../context'
import './Faq.css'

/** `/faq`: the channel's questions, grouped by heading. A question opens to show its answer. */
export default observer(function Faq() {
  const { t } = useLingui()
  const channel = useChannel()
  const heading = channel.text('faq_title') ?? t`Frequently asked questions`
  const intro = channel.text('faq_intro')
  useDocumentTitle(heading)
  const groups = Map.groupBy(channel.faq, question => question.group ?? '')
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {heading}
        </h1>
        {intro ? <p className="lede">{intro}</p> : null}
      </div>
      {groups.size === 0 ? (
        <EmptyState icon="info" title={t`No questions yet`}>
          <Trans>Questions and answers will appear here.</Trans>
        </EmptyState>
      ) : (
        <div className="stack stack--12">
          {[...groups].map(([heading, questions]) => (
            <section key={heading}>
              {heading ? <h2 className="display h3 faq__group">{heading}</h2> : null}
              {questions.map(({ id, question, answer }) => (
                <details key={id} className="faq__item">
                  <summary>
                    {question}
                    <Icon name="plus" className="faq__icon" />
                  </summary>
                  <div className="faq__answer">
                    <Prose html={answer} />
                  </div>
                </details>
              ))}
            </section>
          ))}
        </div>
      )}
    </div>
  )
})
