import type { Slide } from '@/shared/shell'

/** The slides of a category's home page; one that has none of its own shows the main ones. */
export function slidesFor(slides: readonly Slide[], categoryId: string | null): Slide[] {
  const own = slides.filter(
    slide => slide.slidable_type === 'category' && String(slide.slidable_id) === categoryId,
  )
  return own.length > 0 ? own : slides.filter(slide => slide.slidable_type === 'main')
}
