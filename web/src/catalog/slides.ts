import type { Slide } from '@/shared/shell'

/** What the home page is narrowed to; null shows everything. */
export type SlideSubject = { type: Exclude<Slide['slidable_type'], 'main'>; id: number } | null

/** The slides of a home page: those of its subject. A category that has none of its own shows the main ones. */
export function slidesFor(slides: readonly Slide[], subject: SlideSubject): Slide[] {
  const main = slides.filter(slide => slide.slidable_type === 'main')
  if (!subject) return main
  const own = slides.filter(slide => slide.slidable_type === subject.type && slide.slidable_id === subject.id)
  return own.length > 0 || subject.type !== 'category' ? own : main
}
