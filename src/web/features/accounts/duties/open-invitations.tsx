import { DUTY_RULES } from '../../../../contract/rules/accounts/duty-words.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

/** Invitations to the confirmed address of the reader that wait for an answer. */
export function OpenInvitations() {
  const { answer } = useAnswer(() => browserApi.duties.own({}))
  if (!answer?.invitations.length) return null
  return (
    <div className="notice space">
      <div>
        {answer.invitations.map(({ id, duty }) => (
          <p key={id}>
            You are invited to a duty: {DUTY_RULES[duty].name}.{' '}
            <Link to={paths.dutyInvitation(id)}>Open the invitation</Link>
          </p>
        ))}
      </div>
    </div>
  )
}
