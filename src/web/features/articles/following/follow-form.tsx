import { Bell } from 'lucide-react'
import { paths } from '../../../../contract/rules/site/paths.ts'

const FOLLOW_ID = 'follow'

/** Opens a slip with the form for following an article. It needs no scripts; a browser without popovers shows the slip. */
export const FollowArticle = ({ id }: { id: string }) => (
  <>
    <button className="btn text small" type="button" popoverTarget={FOLLOW_ID}>
      <Bell className="ic" aria-hidden="true" />
      Follow
    </button>
    <div className="ask-slip" id={FOLLOW_ID} popover="auto" role="dialog" aria-label="Follow this article">
      <h2>Follow this article</h2>
      <FollowForm articleId={id} />
      <button className="btn text" type="button" popoverTarget={FOLLOW_ID} popoverTargetAction="hide">
        Close
      </button>
    </div>
  </>
)

/** A form that a browser sends by itself; the page at its address tells what came of it. */
export function FollowForm({ articleId }: { articleId: string | null }) {
  return (
    <form method="post" action={paths.follow}>
      <p className="small muted space">
        {articleId === null
          ? 'One email in the morning after something was published, and none on other days.'
          : 'We email you only when there is a notice about this article, or a new version.'}{' '}
        No account needed; every email has a link to stop.
      </p>
      {articleId !== null && <input type="hidden" name="article" value={articleId} />}
      <div className="field">
        <label htmlFor="follow-email">Email</label>
        <input
          className="in"
          id="follow-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          inputMode="email"
        />
      </div>
      <button className="btn solid" type="submit">
        Follow
      </button>
    </form>
  )
}
