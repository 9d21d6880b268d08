import { Check, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type Announcement,
  AnnouncementForm,
  NEWS_CHANGED,
  type NewsInBrief,
} from '../../../../../contract/api/announcements.ts'
import { dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { isCallOpen, NEW_ITEM, NEWS_KINDS, type NewsKind } from '../../../../../contract/rules/site/news.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Desk, useDeskPart } from '../../../../ui/desk.tsx'
import { SavedLine } from '../../../../ui/drafts/saved-line.tsx'
import { Field } from '../../../../ui/field.tsx'
import { PictureInText } from '../../../../ui/files/picture-in-text.tsx'
import { go } from '../../../../ui/go.ts'
import { Link } from '../../../../ui/link.tsx'
import { MarkdownField } from '../../../../ui/markdown-text/markdown-field.tsx'
import { LoadFailure, SendFailure, SkeletonLines } from '../../../../ui/states.tsx'
import { RichHtml } from '../../../../ui/title-text.tsx'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import { CallState, HomeNewsLine, NewsStyles } from '../news-entry.tsx'
import { addressOf, draftOfPublished, EMPTY_NEWS, isSameNews, type NewsDraft } from './news-draft.ts'
import { TwoNews } from './two-news.tsx'
import { type OpenedNews, useNewsDraft, useOpenedNews } from './use-news-draft.ts'

const TITLES: Record<NewsKind, string> = NEWS_KINDS

/** Where an item of the news is written: the fields at the left, what readers will see at the right. */
export function NewsDesk({ userId, item }: { userId: string; item: string }) {
  const { opened, failure } = useOpenedNews(userId, item)
  if (failure) {
    return (
      <>
        <AreaHead title="News" />
        <LoadFailure message={[403, 404].includes(failure.statusCode) ? failure.message : 'Failed to load the text'} />
      </>
    )
  }
  if (opened) return <NewsForm userId={userId} item={item} opened={opened} />
  return (
    <>
      <AreaHead title="News" />
      <div aria-busy="true">
        <SkeletonLines widths={[40, 90, 100, 100, 60]} />
      </div>
    </>
  )
}

function NewsForm({
  userId,
  item,
  opened: { keeper, published: first },
}: {
  userId: string
  item: string
  opened: OpenedNews
}) {
  const kept = useNewsDraft(keeper)
  const draft = kept.content
  const [published, setPublished] = useState(first)
  const [isDiscarding, setDiscarding] = useState(false)
  const part = useDeskPart()
  const today = dayOf(new Date())
  const before = published ? draftOfPublished(published) : EMPTY_NEWS
  const isChanged = !isSameNews(draft, before)
  // Someone else has published another text since this one was begun.
  const isBehind = published !== null && draft.version !== published.version && isChanged

  const form = useForm({
    schema: AnnouncementForm,
    initial: EMPTY_NEWS,
    draft: { value: draft, change: (change) => keeper.edit(change) },
    input: ({ version: _seen, ...fields }) => ({ ...fields, slug: addressOf(fields, today) }),
    submit: async (fields) => {
      const done = await (published
        ? browserApi.announcements.update({ id: published.id, version: published.version, ...fields })
        : browserApi.announcements.create(fields))
      await keeper.finish()
      toast.success(publishedWords(done))
      go(paths.adminNews)
    },
    onFailure: async (failure) => {
      if (failure.message !== NEWS_CHANGED) return toastFailure(failure)
      setPublished((await browserApi.announcements.draft({ item })).published)
    },
  })
  const { values, text, set } = form
  const send = () => void (isBehind || kept.other ? undefined : form.send())
  useShortcuts({}, send)

  const discard = async () => {
    await keeper.save()
    const own = await browserApi.announcements.discardDraft({ item, revision: keeper.revision })
    keeper.replace(null, own.revision)
    toast.success('Draft discarded')
    go(paths.adminNews)
  }

  return (
    <div className="desk-page">
      <AreaHead
        title={TITLES[draft.kind]}
        note={
          draft.kind === 'call'
            ? 'Appears under News, in its feeds and as one line on the home page until its deadline.'
            : 'Appears under News and in its feeds, and for a month as one line on the home page.'
        }
      >
        <Link className="btn text" to={paths.adminNews}>
          All News
        </Link>
      </AreaHead>
      <Desk
        name="Text"
        part={part}
        fields={
          <form {...form.formProps}>
            <fieldset className="field">
              <legend className="lab">Kind</legend>
              <div className="two">
                {(Object.keys(NEWS_KINDS) as NewsKind[]).map((kind) => (
                  <label key={kind} className="opt">
                    <input
                      type="radio"
                      name="kind"
                      value={kind}
                      checked={values.kind === kind}
                      onChange={() => set('kind', kind)}
                    />
                    <b>{NEWS_KINDS[kind]}</b>
                  </label>
                ))}
              </div>
            </fieldset>
            <Field {...text('title')} label="Title *" autoComplete="off" />
            <MarkdownField
              {...text('body')}
              label="Text *"
              person={userId}
              hint="The first paragraph is what lists show."
              choosePicture={(insert) => <PictureInText onInsert={insert} />}
            />
            <div className="two">
              <Field {...text('from')} type="date" label="Shown from" hint="Empty: from today." />
              {values.kind === 'call' ? (
                <Field {...text('deadline')} type="date" label="Manuscripts until *" hint="Until midnight, UTC." />
              ) : (
                <Field {...text('until')} type="date" label="Shown until" hint="Empty: for good." />
              )}
            </div>
            <Field
              {...text('slug')}
              value={addressOf(values, today)}
              label="Address"
              hint={
                published
                  ? `${paths.news}/… Its earlier address will lead to the new one.`
                  : `${paths.news}/… After the title, unless you write another.`
              }
              autoComplete="off"
              spellCheck={false}
            />
            <SavedLine draft={kept} />
            <div className="press">
              <p role="status">
                {isChanged ? (
                  <CircleDashed className="ic" aria-hidden="true" />
                ) : (
                  <Check className="ic" aria-hidden="true" />
                )}
                <PressWords isChanged={isChanged} published={published} kind={draft.kind} />
              </p>
              <SendFailure form={form} />
              {isChanged && (
                <button type="button" className="btn text" onClick={() => setDiscarding(true)}>
                  Discard
                </button>
              )}
              <button type="submit" className="btn solid" disabled={!form.ready} aria-disabled={form.sending}>
                {form.sending ? 'Publishing...' : 'Publish'}
              </button>
            </div>
          </form>
        }
        seen={<Preview draft={draft} today={today} />}
      />
      {isDiscarding && (
        <ConfirmDialog
          title="Discard this draft?"
          confirm="Discard"
          danger
          onConfirm={() => discard().catch(toastFailure)}
          onClose={() => setDiscarding(false)}
        >
          <p>{published ? 'Readers keep what is published.' : 'It will be deleted on all your devices.'}</p>
        </ConfirmDialog>
      )}
      {kept.other && (
        <TwoNews
          about="It was edited on another device or in another window while this one had unsaved changes."
          mine={draft}
          other={kept.other.content}
          onTheirs={() => void keeper.choose('theirs')}
          onMine={() => void keeper.choose('mine')}
        />
      )}
      {!kept.other && isBehind && (
        <TwoNews
          about="Another editor has published a change since you began to write."
          mine={draft}
          other={before}
          onTheirs={() => keeper.edit(before)}
          onMine={() => keeper.edit({ version: published.version })}
        />
      )}
    </div>
  )
}

const publishedWords = ({ state, from }: Announcement): string =>
  state === 'planned' ? `Published. Readers see it from ${longDate(from)}.` : 'Published. Everyone sees it now.'

function PressWords({
  isChanged,
  published,
  kind,
}: {
  isChanged: boolean
  published: Announcement | null
  kind: NewsKind
}) {
  if (!isChanged) return <span>{published ? 'This is what is published.' : 'Nothing written yet.'}</span>
  if (published)
    return (
      <span>
        <b>Your changes are not published.</b> Only you see them.
      </span>
    )
  return (
    <span>
      <b>This {kind === 'call' ? 'call' : 'announcement'} is not published.</b> Only you see it.
    </span>
  )
}

/** A pause in typing after which the preview follows. */
const PAUSE_MS = 300

/** What readers will see, made by the components and the program that will show it to them. */
function Preview({ draft, today }: { draft: NewsDraft; today: string }) {
  const { body, kind, title } = draft
  const [seen, setSeen] = useState({ html: '', summary: '' })
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(() => {
      // Without an answer the one before stays.
      browserApi.announcements.preview({ body }).then(
        (answer) => !isGone && setSeen(answer),
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [body])
  const from = draft.from || today
  const deadline = kind === 'call' ? draft.deadline || null : null
  const item: NewsInBrief = {
    ...{
      slug: addressOf(draft, today) || NEW_ITEM,
      kind,
      title: title || 'Title',
      summary: seen.summary,
      from,
      deadline,
    },
    isOpen: isCallOpen({ kind, from, deadline, until: null }, from > today ? from : today),
  }
  return (
    <>
      <NewsStyles />
      <div className="proof" inert>
        <div className="slip">
          <span className="slip-name">On the home page</span>
          <p className="call-line">
            <HomeNewsLine item={item} />
          </p>
        </div>
        <div className="slip news-item">
          <span className="slip-name">Under News</span>
          <span className="news-kind">{NEWS_KINDS[kind]}</span>
          <p className="page-title">{item.title}</p>
          {seen.html ? <RichHtml html={seen.html} /> : <p className="muted">Its text.</p>}
          {deadline && (
            <p className="call-line">
              <CallState {...item} />
            </p>
          )}
        </div>
      </div>
    </>
  )
}
