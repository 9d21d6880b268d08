import { TriangleAlert } from 'lucide-react'
import { counted } from '../../../contract/domain/counted.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { Link } from '../../ui/link.tsx'
import { useStateAttention } from './use-state-attention.ts'

/** On Today: the worst that is wrong with the running journal. Nothing is shown if all is well. */
export function StateNotice() {
  const attention = useStateAttention()
  if (!attention?.worst) return null
  const others = attention.count - 1
  return (
    <p className="notice caution state-notice">
      <TriangleAlert className="ic" aria-hidden="true" />
      <span>
        {attention.worst.what}{' '}
        <Link to={paths.adminState}>
          {others > 0 ? `See this and ${counted(others, 'other thing')} to do` : 'See what to do'}
        </Link>
      </span>
    </p>
  )
}
