import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

export const PARTY_KINDS = ['school', 'team', 'league', 'sponsor'] as const
export const SHARE_BASES = ['events', 'passes', 'fixed'] as const
export type PartyKind = (typeof PARTY_KINDS)[number] | 'channel'
export type ShareBasis = (typeof SHARE_BASES)[number] | 'bundle'

/** Somebody who gets a share. With a team or a school, only their games count. */
export interface ShareParty {
  key: string
  name: string
  kind: PartyKind
  participant_id: number | null
  group_id: number | null
  payout_account: string | null
}

/** A rule. It applies from its month on, until a later rule of the same party and basis. */
export interface ShareRule {
  party: string
  basis: ShareBasis
  month: string
  percent: string
  amount: string | null
  currency: string | null
}

export interface SharePayout {
  status: 'pending' | 'sent' | 'failed'
  ref: string | null
  sent_at: string | null
  failure: string | null
}

export interface PartyStatement {
  key: string
  name: string
  earned: string
  carried: string
  payable: string
  carry_over: string
  payout: SharePayout | null
}

/** The statements in one currency, and the sums of the ledger. */
export interface CurrencyStatements {
  currency: string
  charges: string
  refunds: string
  disputes: string
  taxes: string
  fees: string
  net: string
  channel_share: string
  parties: PartyStatement[]
}

/** The revenue shares of a month such as `2026-11`. */
export interface ShareMonth {
  month: string
  closed_at: string | null
  /** Payments whose taxes or fees are not known yet. */
  pending: number
  currencies: CurrencyStatements[]
  parties: ShareParty[]
  rules: ShareRule[]
  /** The teams whose games can be a party’s. */
  teams: { id: number; name: string }[]
  /** The schools whose teams’ games can be a party’s. */
  schools: { id: number; name: string }[]
  next_month: string | null
  can_close: boolean
  can_pay_out: boolean
}

/** The values of the form of a party. `games` is empty for all games, or names a team or a school: `group_id 5`. */
export interface NewParty {
  key: string
  name: string
  kind: PartyKind
  games: string
  payout_account: string
}

/** The values of the form of a rule. */
export interface NewRule {
  party: string
  basis: ShareBasis
  month: string
  percent: string
  amount: string
}

const SHARES = '/studio/shares'

/** The client of revenue shares, for owners. */
export class StudioSharesApi {
  constructor(private readonly api: Api) {}

  async month(month: string | null, signal?: AbortSignal): Promise<ShareMonth> {
    return (await this.api.get<ItemResponse<ShareMonth>>(SHARES, { month }, withoutGlobalError(signal))).data
  }

  saveParty({ games, ...party }: NewParty): Promise<ShareMonth> {
    const [scope, id] = games.split(' ')
    return this.send(`${SHARES}/parties`, { ...party, ...(scope ? { [scope]: Number(id) } : {}) })
  }

  addRule({ basis, percent, amount, ...rule }: NewRule): Promise<ShareMonth> {
    return this.send(`${SHARES}/rules`, { ...rule, basis, ...(basis === 'fixed' ? { amount } : { percent }) })
  }

  close(month: string): Promise<ShareMonth> {
    return this.send(`${SHARES}/${month}/close`, {})
  }

  payOut(month: string, party: string, currency: string): Promise<ShareMonth> {
    return this.send(`${SHARES}/${month}/parties/${party}/payout`, { currency })
  }

  /** Return a party's statement as a file. */
  statement(month: string, party: string, kind: 'pdf' | 'csv'): Promise<Blob> {
    return this.api.get<Blob>(
      `${SHARES}/${month}/parties/${party}/statement.${kind}`,
      {},
      withoutGlobalError(),
    )
  }

  private async send(path: string, body: object): Promise<ShareMonth> {
    return (await this.api.post<ItemResponse<ShareMonth>>(path, { ...body }, withoutGlobalError())).data
  }
}
