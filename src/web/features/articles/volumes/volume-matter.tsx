import type { VolumePage } from '../../../../contract/api/volumes.ts'
import { inSections, VOLUME_KINDS } from '../../../../contract/rules/articles/volume-pages.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import stylesheet from '../../../styles/volume.css?url'
import { usePublicUrl } from '../../../ui/page-head.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { RichHtml } from '../../../ui/title-text.tsx'

type Matter = Pick<VolumePage, 'title' | 'kind' | 'coverUrl' | 'coverSize' | 'html' | 'guestEditors'>

/** Whether there is more to a volume than its title. */
export const hasMatter = ({ kind, coverUrl, html, guestEditors }: Matter): boolean =>
  kind !== 'volume' || coverUrl !== null || html !== '' || guestEditors.length > 0

/** What readers see of a volume above its articles: its kind, cover, guest editors and front matter. */
export function VolumeMatter({ volume: { title, kind, coverUrl, coverSize, html, guestEditors } }: { volume: Matter }) {
  return (
    <div className={coverUrl ? 'volume-matter with-cover' : 'volume-matter'}>
      <Stylesheet href={stylesheet} precedence="site" />
      {coverUrl && (
        <span className="volume-cover">
          <Picture url={coverUrl} size={coverSize} alt={`Cover of ${title}`} sizes="12rem" first />
        </span>
      )}
      <div>
        {kind !== 'volume' && <p className="volume-kind">{VOLUME_KINDS[kind]}</p>}
        {guestEditors.length > 0 && (
          <p className="volume-guests">
            <b>{guestEditors.length === 1 ? 'Guest editor: ' : 'Guest editors: '}</b>
            {guestEditors.map(({ name, affiliation, orcid }, at) => (
              <span key={at}>
                {at > 0 && '; '}
                {name}
                {orcid && <OrcidMark orcid={orcid} authenticated={false} />}
                {affiliation && <span className="muted">, {affiliation}</span>}
              </span>
            ))}
          </p>
        )}
        {html && <RichHtml html={html} />}
      </div>
    </div>
  )
}

/** Articles on a page of the volume, of which `before` come earlier, under the headings of the whole. */
export function groupsOnPage<T>(
  articles: readonly T[],
  headings: VolumePage['headings'],
  before: number,
): { heading: string; articles: T[] }[] {
  if (!headings.length) return []
  const numbered = articles.map((article, at) => ({ article, number: before + at }))
  return inSections(numbered, ({ number }) => headings.findLast(({ from }) => from <= number)?.heading ?? '').map(
    ({ heading, articles: rows }) => ({ heading, articles: rows.map(({ article }) => article) }),
  )
}

/** The cover, with which links to the volume are shown. */
export function CoverTags({ volume: { title, coverUrl, coverSize } }: { volume: Matter }) {
  const publicUrl = usePublicUrl()
  if (!coverUrl) return null
  return (
    <>
      <meta property="og:image" content={publicUrl + coverUrl} />
      {coverSize && (
        <>
          <meta property="og:image:width" content={String(coverSize.width)} />
          <meta property="og:image:height" content={String(coverSize.height)} />
        </>
      )}
      <meta property="og:image:alt" content={`Cover of ${title}`} />
    </>
  )
}
