import { Info } from 'lucide-react'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { Issue } from '../../../../contract/api/approval.ts'
import { browserApi } from '../../../client/api.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

/**
 * What an editor should know before approving: the DOI that the article gets, and what indexes will miss. It is
 * information only: where it cannot be loaded, nothing is shown.
 */
export function BeforeApproval({ articleId, volumeId, issue }: { articleId: string; volumeId: string; issue: string }) {
  const typed = Issue.safeParse(issue).data ?? null
  const { answer } = useAnswer(
    () =>
      browserApi.readiness.beforeApproval({
        id: articleId,
        volumeId: volumeId || undefined,
        issue: typed ?? undefined,
      }),
    `${articleId} ${volumeId} ${typed ?? ''}`,
  )
  if (!answer || (!answer.doi && !answer.checks.length)) return null
  const { doi, checks } = answer
  return (
    <div className="before-approval">
      {doi && (
        <p role="status">
          <span className="muted">{doi.isNew ? 'It gets the DOI' : 'Its DOI is'}</span>{' '}
          <span className="doi">{doiUrl(doi.value)}</span>
          {doi.isNew && <span className="muted">, which never changes afterwards.</span>}
        </p>
      )}
      {checks.length > 0 && (
        <div className="notice">
          <strong>Indexes will miss something</strong>
          <ul className="rules" role="list">
            {checks.map(({ id, sentence }) => (
              <li key={id} className="advised">
                <Info className="ic" aria-hidden="true" />
                <p>{sentence}</p>
              </li>
            ))}
          </ul>
          <p className="small">You can approve it all the same, and correct it later.</p>
        </div>
      )}
    </div>
  )
}
