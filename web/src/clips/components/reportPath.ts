import type { Clip } from '../model'

/** The query parameter by which the page of a shared clip opens with its report dialog. */
export const REPORT_PARAM = 'report'

/** The page of a shared clip with the report dialog open, for players in other sites' pages. */
export const reportPath = ({ id }: Pick<Clip, 'id'>, uuid: string): string =>
  `/share/${id}/${uuid}?${REPORT_PARAM}`
