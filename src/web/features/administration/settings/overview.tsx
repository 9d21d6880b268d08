import { Crosshair } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { HistoryEntry, JournalSettings, TextInList } from '../../../../contract/api/settings.ts'
import type { Journal } from '../../../../contract/journal.ts'
import { issnsInWords } from '../../../../contract/rules/articles/titles.ts'
import { AREAS, type AreaId, FIELDS, fieldOf } from '../../../../contract/rules/settings/fields.ts'
import { ownPageIn } from '../../../../contract/rules/settings/own-pages.ts'
import { PICTURE_FOREIGN } from '../../../../contract/rules/settings/pictures.ts'
import type { TextKind } from '../../../../contract/rules/settings/texts.ts'
import { textTitle } from '../../../../contract/rules/settings/texts.ts'
import { inWords, journalOf, type Values } from '../../../../contract/rules/settings/values.ts'
import { colourInWords } from '../../../../contract/rules/settings/colours.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { Field } from '../../../ui/field.tsx'
import { ExportImport } from './export-import.tsx'
import { Entry } from './history.tsx'
import { type SettingsDraft, useDraftState } from './use-settings-draft.ts'

/** What each area holds today, in words. */
const IN_WORDS: Record<AreaId, (journal: Journal) => string> = {
  identity: (journal) => `${journal.name}, ${journal.abbreviation}. ${issnsInWords(journal) || 'No ISSN yet'}`,
  look: ({ look }) => colourInWords(look.colour),
  review: ({ review }) =>
    `${counted(review.reviewers, 'reviewer')}, a decision in ${review.promisedDays} days, ${inWords(review.questions.length)} questions`,
  submissions: ({ submissions, limits }) =>
    `${submissions.open ? 'Open' : 'Closed'}. Titles up to ${limits.titleWords} words, similarity up to ${limits.similarityPercent}%`,
  fees: ({ fees }) => `${fees.local.amount} and ${fees.international.amount}, after acceptance`,
  dois: ({ doi, citationStyle }) =>
    `${doi.prefix ? `Prefix ${doi.prefix}` : 'No DOI prefix'}. References in ${STYLES.get(citationStyle)} style first`,
  licence: ({ licence }) => `${licence.shortName}, for new articles`,
  pages: ({ menu }) => `${counted(menu.filter(({ place }) => place === 'menu').length, 'page')} in the menu`,
  features: ({ pdf }) => (pdf.typesetImported ? 'On: PDFs for imported articles' : 'Off: PDFs for imported articles'),
}

const STYLES = new Map(fieldOf('citationStyle')!.choices)

/** The overview of Settings: every area with what it holds, what is not published, and what was changed last. */
export function Overview({
  settings,
  texts,
  last,
  keeper,
  children,
}: {
  settings: JournalSettings
  texts: TextInList[]
  last: HistoryEntry[]
  keeper: DraftSync<SettingsDraft>
  children: ReactNode
}) {
  const { content } = useDraftState(keeper)
  const [sought, seek] = useState('')
  const values: Values = Object.fromEntries(Object.entries(settings.values).map(([key, { value }]) => [key, value]))
  const journal = journalOf(values)
  const changedIn = (area: AreaId) => Object.keys(content.values).filter((key) => fieldOf(key)?.area === area).length
  const changedTexts = Object.keys(content.texts)
  const newer = FIELDS.filter(({ key }) => settings.values[key]!.isNewer)
  const newerTexts = texts.filter(({ isNewer }) => isNewer)
  const broken = texts.filter(({ broken: fault }) => fault !== null)
  const stateOf = (area: AreaId) => {
    const count = changedIn(area)
    if (count) return <span className="st open">{count} not published</span>
    const isOwn = FIELDS.some((field) => field.area === area && settings.values[field.key]!.isOwn)
    return <span className="st">{isOwn ? 'Your own' : 'Default'}</span>
  }
  const emails = texts.filter(({ kind }) => kind === 'email')
  const own = texts.filter(({ isOwn }) => isOwn).length
  return (
    <>
      <Find sought={sought} seek={seek} texts={texts} />
      {AREAS.filter(({ id }) => changedIn(id) > 0).map(({ id, title }) => (
        <Memo key={id} to={paths.adminSettingsArea(id)} link="Continue">
          <Crosshair className="ic" aria-hidden="true" />
          <b>
            {counted(changedIn(id), 'change')} in {title} not published.
          </b>{' '}
          Only you see them.
        </Memo>
      ))}
      {changedTexts.map((key) => {
        const [kind, slug] = key.split('/') as [TextKind, string]
        return (
          <Memo key={key} to={paths.adminText(kind, slug)} link="Continue">
            <Crosshair className="ic" aria-hidden="true" />
            <b>
              {textTitle(kind, slug, ownPageIn(content.texts[key] ?? '')?.title)} has changes that are not published.
            </b>{' '}
            Only you see them.
          </Memo>
        )
      })}
      {broken.map(({ kind, slug, title, broken: fault }) => (
        <Memo key={`${kind}/${slug}`} to={paths.adminText(kind, slug)} link="Mend" warn>
          <b>{title}: the default is used.</b> {fault}
        </Memo>
      ))}
      {texts
        .filter(({ lacksPictures }) => lacksPictures)
        .map(({ kind, slug, title }) => (
          <Memo key={`pictures/${kind}/${slug}`} to={paths.adminText(kind, slug)} link="Mend" warn>
            <b>{title}: a picture is not shown.</b> {PICTURE_FOREIGN}
          </Memo>
        ))}
      {(newer.length > 0 || newerTexts.length > 0) && (
        <Memo to={newer[0] ? paths.adminSettingsArea(newer[0].area) : paths.adminTexts} link="Compare">
          This version of the program brings newer defaults for{' '}
          {[...newer.map(({ label }) => label), ...newerTexts.map(({ title }) => title)].join(', ')}. Yours are still in
          use.
        </Memo>
      )}
      <div className="areas">
        {GROUPS.map(({ title, areas }) => (
          <section key={title} aria-labelledby={`group-${title}`}>
            <h2 id={`group-${title}`}>{title}</h2>
            <ul role="list">
              {areas.map((id) => (
                <li key={id}>
                  <div>
                    <Link to={paths.adminSettingsArea(id)}>{AREAS.find((area) => area.id === id)!.title}</Link>
                    <span className="val">{IN_WORDS[id](journal)}</span>
                  </div>
                  {stateOf(id)}
                </li>
              ))}
              {title === 'The journal' && (
                <li>
                  <div>
                    <Link to={paths.adminTexts}>Pages, emails and letters</Link>
                    <span className="val">
                      {counted(texts.length - emails.length, 'page and letter', 'pages and letters')},{' '}
                      {counted(emails.length, 'email')}; {own ? `${own} of them your own` : 'all as they came'}
                    </span>
                  </div>
                  <span className={changedTexts.length ? 'st open' : 'st'}>
                    {changedTexts.length ? `${changedTexts.length} not published` : own ? 'Your own' : 'Default'}
                  </span>
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
      <section className="part" aria-labelledby="last">
        <header>
          <h2 id="last">Last changes</h2>
          <Link to={paths.adminSettingsHistory}>History</Link>
        </header>
        {last.length ? (
          <ol className="rows change-list" role="list">
            {last.slice(0, 3).map((entry) => (
              <Entry key={entry.number} entry={entry} />
            ))}
          </ol>
        ) : (
          <p className="muted">Nothing has been changed yet.</p>
        )}
      </section>
      <ExportImport settings={settings} keeper={keeper} />
      {children}
    </>
  )
}

const GROUPS: readonly { title: string; areas: readonly AreaId[] }[] = [
  { title: 'The journal', areas: ['identity', 'look', 'pages', 'features'] },
  { title: 'Manuscripts', areas: ['review', 'submissions'] },
  { title: 'Publishing', areas: ['fees', 'dois', 'licence'] },
]

function Memo({ to, link, warn = false, children }: { to: string; link: string; warn?: boolean; children: ReactNode }) {
  return (
    <div className={warn ? 'notice caution memo' : 'notice memo'}>
      <p>{children}</p>
      <Link to={to}>{link}</Link>
    </div>
  )
}

const MOST_FOUND = 12

/** Finds a value or a text by its name. */
function Find({ sought, seek, texts }: { sought: string; seek: (words: string) => void; texts: TextInList[] }) {
  const words = sought.trim().toLowerCase()
  const found = words
    ? [
        ...FIELDS.filter(({ label, key }) => `${label} ${key}`.toLowerCase().includes(words)).map(
          ({ key, label, area }) => ({
            ...{ id: key, label, to: `${paths.adminSettingsArea(area)}#${key}` },
            where: AREAS.find(({ id }) => id === area)!.title,
          }),
        ),
        ...texts
          .filter(({ title, slug }) => `${title} ${slug}`.toLowerCase().includes(words))
          .map(({ kind, slug, title }) => ({
            id: `${kind}/${slug}`,
            label: title,
            to: paths.adminText(kind, slug),
            where: kind,
          })),
      ].slice(0, MOST_FOUND)
    : []
  return (
    <search className="find-setting">
      <Field name="find" label="Find a setting" type="search" value={sought} onChange={seek} />
      <div role="status">
        {words && !found.length && <p className="muted small">Nothing has this name.</p>}
        {found.length > 0 && (
          <ul role="list" className="rows">
            {found.map(({ id, label, to, where }) => (
              <li key={id}>
                <Link to={to}>{label}</Link> <span className="muted small">{where}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </search>
  )
}
