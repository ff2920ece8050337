import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import type { PreviewBundles } from '../../../brandApi'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { PreviewStorage } from '../../../stores/studio/previewStorage'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const PHONE_WIDTH = 720
const PREVIEW_DELAY_MS = 500
const POLL_MS = 100
const MAX_POLLS = 80

/** The pages of the site with the draft, at the size of a phone or a desktop. */
export const BrandPreview = observer(function BrandPreview() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const [size, setSize] = useState<keyof typeof SIZES>(innerWidth < PHONE_WIDTH ? 'phone' : 'desktop')
  const { edits } = store
  const isLoaded = store.saved.value !== null

  useEffect(() => {
    if (!isLoaded || !edits) return
    const timer = setTimeout(() => void store.loadPreview(), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [store, isLoaded, edits])

  const { value: bundles, error } = store.preview
  return (
    <section className="brand-preview" aria-label={t`Preview`} aria-busy={store.preview.isBusy}>
      <div className="cluster">
        <SegmentedControl
          label={t`Size of the preview`}
          value={size}
          onChange={setSize}
          choices={[
            { value: 'desktop', label: t`Desktop` },
            { value: 'phone', label: t`Phone` },
          ]}
        />
        <p className="hint" role="status">
          {error ? (
            <Trans>The preview shows the last version without errors.</Trans>
          ) : edits.length ? (
            <Trans>As a visitor will see it. Your changes are not published yet.</Trans>
          ) : (
            <Trans>As a visitor sees it.</Trans>
          )}
        </p>
      </div>
      {bundles ? <Frames bundles={bundles} {...SIZES[size]} /> : null}
    </section>
  )
})

interface FramesProps {
  bundles: PreviewBundles
  width: number
  height: number
}

interface Frame {
  id: number
  src: string
}

/** The current page, and above it the next version until it is complete. */
function Frames({ bundles, width, height }: FramesProps) {
  const { t, i18n } = useLingui()
  const { storage_prefix: prefix } = useCatalog().shell.channel.settings
  const stage = useRef<HTMLDivElement>(null)
  const scale = useScale(stage, width)
  const [frames, setFrames] = useState<readonly Frame[]>([])

  useEffect(() => {
    const storage = new PreviewStorage(prefix)
    storage.put(bundles)
    const shown = stage.current?.querySelector('iframe')?.contentWindow?.location
    const path = shown?.pathname.startsWith('/') ? shown.pathname : '/'
    const src = `${path}?preview=1&lang=${i18n.locale}`
    setFrames(current => [...current.slice(0, 1), { id: (current.at(-1)?.id ?? 0) + 1, src }])
    return () => storage.clear(Object.keys(bundles))
  }, [bundles, prefix, i18n.locale])

  /** Drop the older page when the newer one has replaced its first paint. */
  function show(id: number, frame: HTMLIFrameElement, polls = 0) {
    const page = frame.contentDocument
    const isComplete = page?.getElementById('root')?.firstChild && !page.getElementById('first')
    if (!isComplete && polls < MAX_POLLS) {
      setTimeout(() => show(id, frame, polls + 1), POLL_MS)
      return
    }
    const older = stage.current?.querySelector('iframe')
    if (older !== frame) frame.contentWindow?.scrollTo(0, older?.contentWindow?.scrollY ?? 0)
    setFrames(current => current.filter(other => other.id >= id))
  }

  return (
    <div ref={stage} className="brand-preview__stage" style={{ maxWidth: width, height: height * scale }}>
      {frames.map(({ id, src }, index) => (
        <iframe
          key={id}
          className="brand-preview__frame"
          title={t`Preview of the site`}
          src={src}
          aria-hidden={index > 0}
          style={{ width, height, transform: `scale(${scale})`, zIndex: -index }}
          onLoad={event => show(id, event.currentTarget)}
        />
      ))}
    </div>
  )
}

/** Return the factor by which a width fits into an element, at most 1. */
function useScale(element: { readonly current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setScale(Math.min(1, current.clientWidth / width)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, width])
  return scale
}
