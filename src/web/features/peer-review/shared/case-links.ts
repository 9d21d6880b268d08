import { paths } from '../../../../contract/rules/site/paths.ts'
import type { CaseAction } from '../../../../contract/rules/peer-review/next-step.ts'

/** Where an editor does what is next: the pages of inviting and deciding, and the case itself for all else. */
export function actionPath(action: CaseAction, articleId: string): string {
  if (action === 'invite-reviewers') return paths.inviteReviewers(articleId)
  return action === 'decide' ? paths.decide(articleId) : paths.case(articleId)
}

/** The number of a manuscript, without the year if that is this one: '041'. */
export const shortNumber = (number: string, today: string): string =>
  number.startsWith(today.slice(0, 5)) ? number.slice(5) : number
