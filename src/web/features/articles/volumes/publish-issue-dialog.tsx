import { CircleAlert } from 'lucide-react'
import type { IssuePlan } from '../../../../contract/api/issues.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'

/** What becomes public with an issue, and the button that publishes all of it. */
export function PublishIssueDialog({
  id,
  title,
  onClose,
  onPublished,
}: {
  id: string
  title: string
  onClose: () => void
  onPublished: () => void
}) {
  const { answer: plan, failed, tryAgain } = useAnswer(() => browserApi.issues.plan({ id }), id)
  const { run, busy, failure } = useCommand(tryAgain)
  const refused = plan?.articles.filter(({ refusal }) => refusal !== null).length ?? 0
  const isReady = plan !== null && refused === 0 && plan.articles.length + plan.ahead > 0
  const publish = () =>
    run(async () => {
      const articleIds = plan!.articles.map((article) => article.id)
      toast.success((await browserApi.issues.publish({ id, articleIds })).message)
      onPublished()
    })
  return (
    <Dialog title="Publish issue" about={title} onClose={onClose}>
      <div className="mid">
        {failed ? (
          <Failure message="What becomes public could not be loaded.">
            <TryAgain onClick={tryAgain} />
          </Failure>
        ) : plan ? (
          <Plan plan={plan} refused={refused} />
        ) : (
          <SkeletonLines widths={[80, 60, 80]} />
        )}
        {failure && (
          <div className="notice bad" role="alert">
            {failure.message}
          </div>
        )}
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="btn solid"
          disabled={!isReady}
          aria-disabled={busy}
          onClick={() => busy || void publish()}
        >
          {busy ? 'Publishing...' : 'Publish'}
        </button>
      </footer>
    </Dialog>
  )
}

function Plan({ plan: { day, articles, ahead }, refused }: { plan: IssuePlan; refused: number }) {
  return (
    <>
      <p role="status">
        {articles.length
          ? `${counted(articles.length, 'article')} will be public, dated ${longDate(day)}.`
          : 'Nothing is held for this issue.'}
        {ahead > 0 && ` ${counted(ahead, 'article was', 'articles were')} published ahead.`}
      </p>
      {refused > 0 && (
        <p className="notice caution">
          {counted(refused, 'article is', 'articles are')} not ready. Close this and take{' '}
          {refused === 1 ? 'it' : 'them'} out of the issue, or make {refused === 1 ? 'it' : 'them'} ready first.
        </p>
      )}
      <ol className="issue-plan" role="list">
        {articles.map(({ id, title, authors, pageNum, doi, hasFullText, refusal, warnings }) => (
          <li key={id}>
            <span className="ttl">
              <TitleText title={title} />
            </span>
            <span className="why">
              {[
                ...[authors, pageNum && `pages ${printedPages(pageNum)}`, hasFullText && 'with full text'],
                doi && doiUrl(doi),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {[refusal, ...warnings].map(
              (words) =>
                words && (
                  <span key={words} className={words === refusal ? 'refused' : 'why'}>
                    <CircleAlert className="ic" aria-hidden="true" />
                    {words === refusal && <b>Not ready: </b>}
                    {words}
                  </span>
                ),
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
