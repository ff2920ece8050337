import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { cx } from '@/shared/ui/cx'
import { Picture } from '@/shared/ui/Picture'
import { useChannel } from '../../context'
import './Auth.css'

interface Props {
  title: string
  /** A sentence below the title. */
  intro?: ReactNode
  /** What stands above the title: how it went, as a picture. */
  icon?: ReactNode
  /** Which of the channel's main slides stands beside it, from 1000 px; the picture changes sides with it. */
  slide?: number
  /** It takes another's place without a navigation: readers hear its heading. */
  isStep?: boolean
  children: ReactNode
}

/** The page of every authentication screen: a calm form, and on wide screens the channel's picture beside it. */
export function AuthPage({
  title,
  intro: lede,
  icon: mark,
  slide = 0,
  isStep: step = false,
  children,
}: Props) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step) heading.current?.focus()
  }, [step])
  return (
    <section className={cx('auth', slide % 2 === 1 && 'auth--flip')}>
      <div className="auth__form">
        <div className="stack stack--6">
          {mark}
          <div className="stack stack--2">
            <h1 ref={heading} className="display h1" tabIndex={-1}>
              {title}
            </h1>
            {lede ? <p className="muted">{lede}</p> : null}
          </div>
          {children}
        </div>
      </div>
      <AuthArt slide={slide} />
    </section>
  )
}

/** A main slide's picture and words; a channel with few slides shows one of them again. */
const AuthArt = observer(function AuthArt({ slide: at }: { slide: number }) {
  const slides = useChannel().slides.filter(slide => slide.slidable_type === 'main' && slide.image)
  const slide = slides[at % slides.length]
  return (
    <aside className="auth__art">
      <Picture src={slide?.image_tall ?? slide?.image} width={900} height={1125} className="auth__picture" />
      {slide ? (
        <div className="auth__line">
          <p className="display auth__title">{slide.title}</p>
          {slide.line ? <p>{slide.line}</p> : null}
        </div>
      ) : null}
    </aside>
  )
})
