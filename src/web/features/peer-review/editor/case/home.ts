import { type Actor, hasDuty, isAdministrator } from '../../../../../contract/rules/accounts/access.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { useActor } from '../../../../client/session.ts'

/** Whether someone has a list of cases: guest editors have none. */
export const hasCaseList = (actor: Actor | null): boolean => isAdministrator(actor) || hasDuty(actor, 'section')

/** Where an editor has come from: their list of cases, or the dashboard. */
export function useEditorsHome(): string {
  const actor = useActor()
  if (!hasCaseList(actor)) return paths.dashboard
  return isAdministrator(actor) ? paths.admin : paths.desk
}
