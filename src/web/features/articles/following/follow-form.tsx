import { Bell } from 'lucide-react'
import { aboutWord } from '../../../../contract/rules/site/follow-states.ts'
import type { Followed } from '../../../../contract/rules/site/follow-scopes.ts'
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
      <FollowForm about={{ scope: 'article', id }} />
      <button className="btn text" type="button" popoverTarget={FOLLOW_ID} popoverTargetAction="hide">
        Close
      </button>
    </div>
  </>
)

/** At the end of a list: the form for what is in it. */
export const FollowBox = ({ about, title }: { about: Followed; title: string }) => (
  <aside className="follow-box" aria-labelledby="follow-box">
    <h2 id="follow-box">{title}</h2>
    <FollowForm about={about} />
  </aside>
)

/** A form that a browser sends by itself; the page at its address tells what came of it. Without `about`, of every new article. */
export function FollowForm({ about }: { about: Followed | null }) {
  const isArticle = about?.scope === 'article'
  return (
    <form method="post" action={paths.follow}>
      <p className="small muted space">
        {isArticle
          ? 'We email you only when there is a notice about this article, or a new version.'
          : 'One email in the morning after something was published, and none on other days.'}{' '}
        No account needed; every email has a link to stop.
      </p>
      {about && (
        <input
          type="hidden"
          name={isArticle ? 'article' : about.id === null ? about.scope : 'about'}
          value={isArticle ? about.id! : about.id === null ? 'yes' : aboutWord(about)}
        />
      )}
      <EmailField />
      <button className="btn solid" type="submit">
        {isArticle ? 'Follow' : 'Subscribe'}
      </button>
    </form>
  )
}

export const EmailField = () => (
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
)
