import { z } from 'zod'
import { MONEY_MAX } from '../rules/fees/money.ts'
import { WAIVER_KINDS, WAIVER_REASON_MAX, type WaiverKind } from '../rules/fees/waivers.ts'
import { line, text } from './field-schemas.ts'

export const WAIVER_KIND_REQUIRED = 'Please choose what would help'
export const WAIVER_REASON_REQUIRED = 'Please tell us why, in a sentence or two'
export const WAIVER_AMOUNT_REQUIRED = 'Please enter what you could pay'

/** That an author cannot pay the full fee. No proof is asked for. */
export const WaiverForm = z
  .strictObject({
    kind: z.enum(Object.keys(WAIVER_KINDS) as [WaiverKind, ...WaiverKind[]], WAIVER_KIND_REQUIRED),
    couldPay: line(MONEY_MAX)
      .nullish()
      .transform((amount) => amount ?? '')
      .describe('What the author could pay, in their words.'),
    reason: text(WAIVER_REASON_MAX)
      .nullish()
      .transform((reason) => reason?.trim() ?? ''),
  })
  .refine(({ kind, couldPay }) => kind !== 'part' || couldPay !== '', {
    path: ['couldPay'],
    error: WAIVER_AMOUNT_REQUIRED,
  })
  .refine(({ kind, reason }) => kind === 'unsure' || reason !== '', { path: ['reason'], error: WAIVER_REASON_REQUIRED })
export type WaiverForm = z.output<typeof WaiverForm>
