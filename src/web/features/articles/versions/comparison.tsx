import { Fragment } from 'react'
import type { ComparedPlace, Version } from '../../../../contract/api/versions.ts'
import { WEIGHT_WORDS } from '../../../../contract/rules/articles/versions.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import changesScript from '../../../site/document/changes.ts?worker&url'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { SlipMark } from '../standing/slip-mark.tsx'
import { Runs, Unchanged } from './compared-paragraphs.tsx'
import { VersionStyles } from './version-record.tsx'

interface Compared {
  id: string
  title: string
  versions: readonly Version[]
  from: number
  to: number
  places: readonly ComparedPlace[] | null
}

/** What differs between two versions of an article, side by side; on a phone one text with both wordings. */
export function Comparison({ id, title, versions, from, to, places }: Compared) {
  const [before, after] = [from, to].map((number) => versions.find((version) => version.number === number)!)
  return (
    <div className="wrap compare">
      <VersionStyles />
      <script async type="module" src={changesScript} />
      <PageHead
        title={`What changed: ${plainTitle(title)}`}
        description={`What differs between versions ${from} and ${to} of this article.`}
        noindex
        path={paths.articleCompare(id, from, to)}
      />
      <nav className="crumb small" aria-label="Breadcrumb">
        <ol className="wrapping" role="list">
          <li>
            <Link to={paths.articles}>Current Articles</Link>
          </li>
          <li>
            <Link to={paths.article(id)}>The article</Link>
          </li>
        </ol>
      </nav>
      <header className="compare-head">
        <div>
          <h1>What changed</h1>
          <p className="muted breakable">
            <TitleText title={title} />
          </p>
        </div>
        {versions.length > 2 && <OtherVersions id={id} versions={versions} from={from} to={to} />}
      </header>
      {after!.weight !== 'first' && after!.reason && (
        <p className="compare-why ruled">
          <SlipMark slip={after!.weight === 'notice' ? 'corrected' : 'small'} />
          <span>
            <b>
              {WEIGHT_WORDS[after!.weight]}, {longDate(after!.at)}.
            </b>{' '}
            {after!.reason} {after!.noticeId && <Link to={paths.article(after!.noticeId)}>Read the notice</Link>}
          </span>
        </p>
      )}
      {!places ? (
        <p>These versions could not be compared just now. Please try again in a few minutes.</p>
      ) : !places.length ? (
        <p>Nothing differs in the record and the text of these versions.</p>
      ) : (
        <div className="compare-grid">
          <nav className="compare-list small" aria-label="Changes">
            <p className="rail-h">{counted(places.length, 'change')}</p>
            <ol role="list">
              {places.map(({ place }, index) => (
                <li key={index}>
                  <a href={`#change-${index + 1}`}>
                    <span className="num">{index + 1}</span> {place}
                  </a>
                </li>
              ))}
            </ol>
            <p className="compare-key">
              <del>removed</del> <ins>added</ins>
            </p>
            <p className="muted compare-keys">
              <kbd>n</kbd> next, <kbd>p</kbd> previous
            </p>
          </nav>
          <div>
            <div className="compare-cols" aria-hidden="true">
              {[before!, after!].map(({ number, at }) => (
                <p key={number}>
                  Version {number} <span className="muted small">{longDate(at)}</span>
                </p>
              ))}
            </div>
            {places.map((place, index) => (
              <Change key={index} place={place} number={index + 1} versions={[from, to]} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** The ways to compare others, as links, which need no script. */
function OtherVersions({ id, versions, from, to }: Pick<Compared, 'id' | 'versions' | 'from' | 'to'>) {
  const pairs = versions.slice(0, -1).map(({ number }) => [number - 1, number] as const)
  const newest = versions[0]!.number
  return (
    <nav aria-label="Other versions" className="small">
      <ul className="wrapping" role="list">
        {[...(newest > 2 ? [[1, newest] as const] : []), ...pairs].map(([one, other]) => (
          <li key={`${one} ${other}`}>
            <Link
              to={paths.articleCompare(id, one, other)}
              {...(one === from && other === to ? { 'aria-current': 'page' as const } : {})}
            >
              {one} and {other}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Change({ place, number, versions }: { place: ComparedPlace; number: number; versions: [number, number] }) {
  const { figure, paragraphs } = place
  return (
    <section className="change" id={`change-${number}`} aria-labelledby={`change-${number}-h`} tabIndex={-1}>
      <h2 id={`change-${number}-h`} className="small">
        <span className="muted">{number}</span> {place.place}
      </h2>
      {figure && (
        <div className="change-two figures">
          {[figure.before, figure.after].map((src, side) => (
            <figure key={side}>
              {src ? (
                <img src={src} alt={`${place.place} in version ${versions[side]}`} loading="lazy" />
              ) : (
                <p className="muted">No picture</p>
              )}
              <figcaption className="muted small">Version {versions[side]}</figcaption>
            </figure>
          ))}
        </div>
      )}
      {paragraphs.map((paragraph, index) =>
        'unchanged' in paragraph ? (
          <Unchanged key={index} count={paragraph.unchanged} />
        ) : (
          <Fragment key={index}>
            {paragraph.isChanged ? (
              <>
                <div className="change-two">
                  <Runs of={paragraph.runs} without="added" />
                  <Runs of={paragraph.runs} without="removed" />
                </div>
                <div className="change-one">
                  <Runs of={paragraph.runs} />
                </div>
              </>
            ) : (
              <p className="same">{paragraph.runs.map(({ text }) => text).join('')}</p>
            )}
          </Fragment>
        ),
      )}
    </section>
  )
}
