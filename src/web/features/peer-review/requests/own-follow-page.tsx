import { useState } from 'react'
import type { FollowedThing, OwnFollow } from '../../../../contract/api/follows.ts'
import { whenTold } from '../../../../contract/rules/site/follow-scopes.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { PageTitle } from '../shared/link-frame.tsx'
import { LinkPage } from '../shared/link-page.tsx'
import { type ActOn, useLink } from '../shared/use-link.ts'

/** What is followed with an address, by the link of an email to it. */
export function OwnFollowPage({ secret }: { secret: string }) {
  const opened = useLink(secret, () => browserApi.follows.open({}))
  return (
    <LinkPage secret={secret} opened={opened} failed="What you follow could not be opened">
      {(shown) => <OwnFollowView shown={shown} sending={opened.sending} act={opened.act} />}
    </LinkPage>
  )
}

/** Opening it changes nothing: following begins and ends with a press. */
export function OwnFollowView({
  shown: { id, email, about, with: together, isConfirmed, others },
  sending,
  act,
}: {
  shown: OwnFollow
  sending: boolean
  act: ActOn<OwnFollow>
}) {
  const [moved, setMoved] = useState(false)
  const press = (call: () => Promise<OwnFollow>) => () => {
    setMoved(true)
    void act(call)
  }
  const stop = (followed: string | null) => press(() => browserApi.follows.stop({ id: followed }))
  return (
    <>
      <p className="eyebrow breakable">{email}</p>
      <PageTitle key={`${isConfirmed}`} moved={moved}>
        {isConfirmed ? 'You follow' : 'Do you want these emails?'}
      </PageTitle>
      <p className="lead">
        <Followed about={about} />
      </p>
      {together.length > 0 && (
        <ul>
          {together.map((one) => (
            <li key={one.path + one.title}>
              <Followed about={one} />
            </li>
          ))}
        </ul>
      )}
      <p className="muted">{whenTold(about.scope, about.rhythm)}</p>
      <p className="buttons">
        {isConfirmed ? (
          <button type="button" className="btn" aria-disabled={sending} onClick={stop(id)}>
            Stop Following
          </button>
        ) : (
          <button
            type="button"
            className="btn solid"
            aria-disabled={sending}
            onClick={press(() => browserApi.follows.confirm({}))}
          >
            {sending ? 'Sending...' : 'Yes, Write to Me'}
          </button>
        )}
      </p>
      {!isConfirmed && <p className="muted small">If it wasn’t you, do nothing.</p>}
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">{isConfirmed ? 'You also follow' : 'You follow'}</h2>
          <ul className="review-files" role="list">
            {others.map((other) => (
              <li key={other.id}>
                <Followed about={other.about} />{' '}
                <button type="button" className="btn text" aria-disabled={sending} onClick={stop(other.id)}>
                  Stop<span className="sr"> following it</span>
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="btn text pull" aria-disabled={sending} onClick={stop(null)}>
            Stop All
          </button>
        </section>
      )}
    </>
  )
}

const Followed = ({ about: { title, path } }: { about: FollowedThing }) => (
  <Link to={path}>
    <TitleText title={title} />
  </Link>
)
