import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { use } from 'react'
import { Link } from 'react-router'
import { LinkableContext } from '@/shared/contexts/linkable'
import { Icon } from '@/shared/ui/Icon'
import { Prose } from '@/shared/ui/Prose'
import { useChannel } from '../context'
import './NoticeBar.css'

/** The channel's static block `notice`: one line above every page, such as a postponed event. */
export const NoticeBar = observer(function NoticeBar() {
  const { t } = useLingui()
  const isLinkable = use(LinkableContext)
  const { notice } = useChannel().settings.static_blocks
  if (!notice) return null
  const { title, html, action } = notice
  return (
    <aside className="notice" aria-label={t`Notice`}>
      <Icon name="info" />
      {title ? <strong>{title}</strong> : null}
      {html ? <Prose html={html} /> : null}
      {action && isLinkable(action.url) ? (
        <Link className="link notice__link" to={action.url}>
          {action.label}
        </Link>
      ) : null}
    </aside>
  )
})
