import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Count = z.number().int().nonnegative()
/** Null if there is nothing to count it from. */
const Days = z.number().nullable()
const Percent = Count.nullable()

/** Figures of a period. Each is beside the number of cases that it is of. */
const Figures = z.object({
  decided: Count.describe('First decisions after review: all times and shares of decisions are of these'),
  unread: Count.describe('Manuscripts returned or declined without review, which are counted apart'),
  medianDays: Days.describe('From receipt to the first decision'),
  days80: Days.describe('In this time four of five were decided'),
  onTimePercent: Percent.describe('First decisions within the promised time'),
  invitations: Count.describe('Invitations of the rounds that were decided'),
  reports: Count,
  replies: Count,
  replyDays: Days.describe('The median from an invitation to an answer'),
  reportDays: Days.describe('The median from agreeing to a report'),
  invitationsPerReport: z.number().nullable(),
  reportsOnTimePercent: Percent,
})

/** Both days belong to the period. */
const Dated = z.object({ from: z.iso.date(), to: z.iso.date() })

export const PublicFigures = z.object({
  ...Dated.shape,
  ...Figures.shape,
  ofSamples: z.boolean().describe('True if they are of invented manuscripts, because there are no others yet.'),
  years: z.array(z.object({ year: Count, decided: Count, medianDays: Days, days80: Days, onTimePercent: Percent })),
})
export type PublicFigures = z.output<typeof PublicFigures>

const FiguresForEditors = z.object({
  ...Figures.shape,
  published: Count.describe('Articles published'),
  endogenous: Count.describe('Of these, articles with an editor, a board member or a reviewer among the authors'),
  endogenyPercent: Percent,
})

export const figures = {
  read: endpoint('GET /peer-review/figures', {
    access: 'anyone',
    summary:
      'How long peer review has taken in the last twelve whole months; null while there are too few decisions to publish',
    output: PublicFigures.nullable(),
  }),
  readAll: endpoint('GET /cases/figures', {
    access: 'figures',
    summary:
      'The figures of peer review by year: without the manuscripts from which the caller is recused; for section editors of theirs',
    output: z.object({
      openCases: Count,
      late: Count.describe('Open cases without a first decision after the promised day'),
      years: z.array(z.object({ year: Count, ...FiguresForEditors.shape })),
    }),
  }),
}
