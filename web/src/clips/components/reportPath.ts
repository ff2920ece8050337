import type { Clip } from '../model'

/** The query parameter that opens the report dialog on the page of a shared clip. */
export const REPORT_PARAM = 'report'

/** Return the path of a shared clip with the report dialog open, for embedded players. */
export const reportPath = ({ id }: Pick<Clip, 'id'>, uuid: string): string =>
  `/share/${id}/${uuid}?${REPORT_PARAM}`
