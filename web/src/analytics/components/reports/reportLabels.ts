import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useFormatters } from '@/shared/charts/useFormatters'
import type { FaultSource } from '@/shared/telemetry'
import type { Dimension, Row } from '../../reportModel'
import { useReportsPage } from './ReportsPageContext'

/** Return the label of the comparison period. */
export function usePreviousPeriodLabel(): string {
  const { t } = useMacro()
  return useReportsPage().view.compare === 'year' ? t`Previous year` : t`Previous period`
}

export const DIMENSION_LABELS: Record<Dimension, MessageDescriptor> = {
  event: msg`Games`,
  library: msg`Library`,
  team: msg`Teams`,
  school: msg`Schools`,
  sport: msg`Sports`,
  country: msg`Countries`,
  device: msg`Devices`,
}

export const FAULT_SOURCE_LABELS: Record<FaultSource, MessageDescriptor> = {
  viewer: msg`Viewer’s connection`,
  delivery: msg`Delivery`,
  source: msg`Source`,
  unknown: msg`Unknown`,
}

const DEVICE_LABELS: Record<string, MessageDescriptor> = {
  phone: msg`Phones`,
  tablet: msg`Tablets`,
  computer: msg`Computers`,
  tv: msg`TVs`,
  other: msg`Other devices`,
}

/** Return a function that labels a row of a report. Countries and devices are in the page's language. */
export function useRowLabel(dimension: Dimension): (row: Pick<Row, 'key' | 'name'>) => string {
  const { _ } = useLingui()
  const { t } = useMacro()
  const format = useFormatters()
  return useCallback(
    ({ key, name }) => {
      if (dimension === 'country') return format.country(key) ?? (name || t`Unknown`)
      const device = dimension === 'device' ? DEVICE_LABELS[key] : undefined
      return device ? _(device) : name || t`Unknown`
    },
    [dimension, format, _, t],
  )
}
