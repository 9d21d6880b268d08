import { TriangleAlert } from 'lucide-react'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { useStateAttention } from './use-state-attention.ts'

/** On Today: the worst that is wrong with the running journal, and with its copies. Nothing is shown if all is well. */
export function StateNotice() {
  const attention = useStateAttention()
  if (!attention?.today.length) return null
  const { count, today } = attention
  return (
    <div className="notice caution state-notice">
      <TriangleAlert className="ic" aria-hidden="true" />
      <div>
        {today.map(({ id, what, todo }, at) => (
          <p key={id}>
            {what} {todo}{' '}
            {at === today.length - 1 && (
              <Link to={paths.adminState}>
                {count > today.length ? `See all ${count} things to do` : 'See the state'}
              </Link>
            )}
          </p>
        ))}
      </div>
    </div>
  )
}
