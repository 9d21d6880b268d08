import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type EditedVolume, HEADING_REQUIRED, VolumePageForm } from '../../../../contract/api/volumes.ts'
import { check } from '../../../../contract/api/errors.ts'
import {
  showsMatter,
  VOLUME_KINDS,
  VOLUME_PAGE_MAX,
  type VolumeKind,
} from '../../../../contract/rules/articles/volume-pages.ts'
import { isAdministrator } from '../../../../contract/rules/accounts/access.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { useActor } from '../../../client/session.ts'
import stylesheet from '../../../styles/volume.css?url'
import { AreaHead } from '../../../ui/area-head.tsx'
import { Desk, useDeskPart } from '../../../ui/desk.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { PictureButton } from '../../../ui/files/picture-button.tsx'
import { seenPicture } from '../../../ui/files/picture-previews.ts'
import { Link } from '../../../ui/link.tsx'
import { MarkdownField } from '../../../ui/markdown-text/markdown-field.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { toast } from '../../../ui/toast.ts'
import { UndoNote } from '../../../ui/undo-note.tsx'
import { useCommand } from '../../../ui/use-command.ts'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'
import { usePrivateFile } from '../files/private-image.tsx'
import { GuestEditorsField } from './guest-editors-field.tsx'
import { OrderField } from './order-field.tsx'
import { changesOf, draftOf, formOf, itemsNow, VolumeDraft } from './volume-draft.ts'
import { PublishIssueDialog } from './publish-issue-dialog.tsx'
import { VolumePreview } from './volume-preview.tsx'

/** The page of a volume: its fields and the order of its articles at the left, what readers will see at the right. */
export function VolumeDesk({ volume: loaded, userId }: { volume: EditedVolume; userId: string }) {
  const { revalidate } = useRevalidator()
  const isEditor = isAdministrator(useActor())
  // What was published here, until the page has been loaded again.
  const [sent, setSent] = useState<EditedVolume | null>(null)
  const volume = sent && sent.version > loaded.version ? sent : loaded
  const published = draftOf(volume)
  const stored = useStoredDraft<VolumeDraft>(`volume:${userId}:${volume.id}`, VolumeDraft, published)
  const articles = new Map(volume.sections.flatMap((section) => section.articles.map((one) => [one.id, one] as const)))
  // While nothing is changed here, what others publish is followed.
  const [begunFrom, setBegunFrom] = useState(published)
  const isTouched = changesOf(stored.value, begunFrom) > 0
  const draft = isTouched ? { ...stored.value, items: itemsNow(stored.value.items, [...articles.keys()]) } : published
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { run, busy, failure, forget } = useCommand((failed) => setErrors(failed.errors))
  const part = useDeskPart()
  const changes = changesOf(draft, published)
  const held = [...articles.values()].filter(({ publishedAt }) => publishedAt === null).length
  const isPlanned = draft.release === 'issue' && volume.state !== 'published'
  const canPublishIssue = volume.state === 'planned' || held > 0
  const [isPublishing, setPublishing] = useState(false)
  const isBehind = draft.version !== volume.version
  const isShown = showsMatter(volume)
  const hidden = usePrivateFile(isShown ? null : draft.coverUrl)
  const cover =
    seenPicture(draft.coverUrl, new Set(isShown && volume.coverUrl !== null ? [volume.coverUrl] : [])) ?? hidden
  const coverSize = isShown && draft.coverUrl === volume.coverUrl ? volume.coverSize : null

  const change = (changed: Partial<VolumeDraft>) => {
    setErrors({})
    if (!isTouched) setBegunFrom(published)
    stored.change(isTouched ? changed : { ...published, ...changed })
  }
  const begin = (shown: EditedVolume) => {
    setSent(shown)
    setBegunFrom(draftOf(shown))
    stored.clear(draftOf(shown))
  }
  const discard = () => {
    setBegunFrom(published)
    stored.clear(published)
    setErrors({})
    forget()
  }
  const publish = async () => {
    if (busy || isBehind || !changes) return
    forget()
    const { data, errors: found } = check(VolumePageForm, formOf(draft))
    const isUnnamed = draft.items.some(({ heading }) => heading !== null && !heading.trim())
    if (!data || isUnnamed)
      return setErrors({ ...(found as Record<string, string>), ...(isUnnamed ? { items: HEADING_REQUIRED } : {}) })
    await run(async () => {
      begin(await browserApi.volumes.publishPage({ id: volume.id, ...data }))
      toast.success(isPlanned ? 'Saved. Readers see it with the issue.' : 'Published. Everyone sees it now.')
    })
    await revalidate()
  }
  const undo = async () => {
    await run(async () => {
      begin(await browserApi.volumes.undoPage({ id: volume.id }))
      toast.success('Undone')
    })
    await revalidate()
  }
  useShortcuts({}, () => void publish())

  return (
    <div className="desk-page">
      <Stylesheet href={stylesheet} precedence="site" />
      <AreaHead title={volume.title} note={stateWords(volume, held)}>
        <span className="wrapping">
          <Link className="btn text" to={isEditor ? paths.adminVolumes : paths.deskVolumes}>
            All Volumes
          </Link>
          {canPublishIssue && (
            <button type="button" className="btn solid" disabled={changes > 0} onClick={() => setPublishing(true)}>
              Publish Issue…
            </button>
          )}
        </span>
      </AreaHead>
      <Desk
        name="Volume"
        part={part}
        fields={
          <>
            {isBehind && (
              <div className="notice caution" role="alert">
                <p>
                  <strong>Someone else has changed this volume since you began.</strong> Your changes are still here;
                  theirs are what readers see.
                </p>
                <p className="wrapping">
                  <button type="button" className="btn" onClick={discard}>
                    Take Theirs
                  </button>
                  <button type="button" className="btn" onClick={() => change({ version: volume.version })}>
                    Go On with Mine
                  </button>
                </p>
              </div>
            )}
            {volume.undoUntil && !changes && (
              <UndoNote
                until={volume.undoUntil}
                what={`the change of ${volume.title}`}
                busy={busy}
                onUndo={() => void undo()}
              >
                The page of this volume was changed a moment ago.
              </UndoNote>
            )}
            <section className="volume-order" aria-labelledby="order-of-volume">
              <h2 id="order-of-volume" className="lab">
                Articles
              </h2>
              {volume.articles > VOLUME_PAGE_MAX.articles ? (
                <p className="notice">
                  A volume of more than {VOLUME_PAGE_MAX.articles.toLocaleString('en')} articles is in the order of its
                  pages.
                </p>
              ) : draft.items.length ? (
                <OrderField items={draft.items} articles={articles} onChange={(items) => change({ items })} />
              ) : (
                <p className="muted">Articles that are published in this volume will appear here.</p>
              )}
            </section>
            <SelectField
              name="kind"
              label="Kind"
              placeholder="Choose a kind"
              value={draft.kind}
              options={Object.entries(VOLUME_KINDS).map(([value, label]) => ({ value, label }))}
              error={errors.kind}
              onChange={(kind) => kind && change({ kind: kind as VolumeKind })}
            />
            {volume.state !== 'published' && (
              <SelectField
                name="release"
                label="Its articles appear"
                placeholder="Choose how they appear"
                value={draft.release}
                options={[
                  { value: 'continuous', label: 'One by one, as each is published' },
                  { value: 'issue', label: 'Together, when the issue is published' },
                ]}
                hint={
                  draft.release === 'issue'
                    ? `Accepted articles can be held for it ${isEditor ? 'when you publish them' : 'on their pages in Production'}. Readers see cover and front matter with the issue.`
                    : undefined
                }
                error={errors.release}
                onChange={(release) => release && change({ release: release as VolumeDraft['release'] })}
              />
            )}
            <div className="cover-field">
              <span className="volume-cover">
                {cover && <Picture url={cover} size={coverSize} alt={`Cover of ${volume.title}`} sizes="8rem" />}
              </span>
              <div>
                <PictureButton
                  noun="Cover"
                  of={volume.title}
                  has={draft.coverUrl !== null}
                  error={errors.coverUrl}
                  onChange={(coverUrl) => change({ coverUrl })}
                />
                <p className="hint small muted">JPG, PNG or WebP, upright.</p>
              </div>
            </div>
            <MarkdownField
              name="frontMatter"
              label="Front matter"
              person={userId}
              hint="Shown above the articles."
              value={draft.frontMatter}
              error={errors.frontMatter}
              onChange={(frontMatter) => change({ frontMatter })}
            />
            <GuestEditorsField
              guests={draft.guestEditors}
              errors={errors}
              onChange={(guestEditors) => change({ guestEditors })}
            />
            {(failure || Object.keys(errors).length > 0) && (
              <div className="notice bad" role="alert">
                {Object.values(errors)[0] ?? failure?.message}
              </div>
            )}
            <div className="press">
              <p role="status">
                {changes > 0 ? (
                  <>
                    <b>
                      {counted(changes, 'change')} not {isPlanned ? 'saved' : 'published'}.
                    </b>{' '}
                    Only you see {changes === 1 ? 'it' : 'them'}.
                  </>
                ) : isPlanned ? (
                  'Everything is saved. Readers see it with the issue.'
                ) : (
                  'Everything is published.'
                )}
              </p>
              {changes > 0 && (
                <button type="button" className="btn text" onClick={discard}>
                  Discard
                </button>
              )}
              <button
                type="button"
                className="btn solid"
                disabled={!changes || isBehind}
                aria-disabled={busy}
                aria-keyshortcuts="Control+Enter"
                onClick={() => void publish()}
              >
                {isPlanned ? (busy ? 'Saving...' : 'Save') : busy ? 'Publishing...' : 'Publish'}
              </button>
            </div>
          </>
        }
        beside={
          !isPlanned && (
            <a className="btn text" href={paths.volume(volume.id)}>
              Open the Page
            </a>
          )
        }
        seen={
          <VolumePreview title={volume.title} draft={draft} cover={cover} coverSize={coverSize} articles={articles} />
        }
      />
      {isPublishing && (
        <PublishIssueDialog
          id={volume.id}
          title={volume.title}
          onClose={() => setPublishing(false)}
          onPublished={() => {
            setPublishing(false)
            void revalidate()
          }}
        />
      )}
    </div>
  )
}

function stateWords({ articles, release, state }: EditedVolume, held: number): string {
  const all = counted(articles, 'article')
  if (release === 'continuous') return all
  if (state === 'published') return held ? `Published · ${all}, ${held} of them held` : `Published · ${all}`
  return `Planned issue · ${all}${held ? `, ${held} of them held` : ''}`
}
