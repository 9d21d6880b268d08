import { useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { JournalText, ShownText } from '../../../../contract/api/settings.ts'
import { dayOf } from '../../../../contract/rules/peer-review/days.ts'
import { EMAILS, type EmailKind } from '../../../../contract/rules/site/email-kinds.ts'
import { isOwnPage } from '../../../../contract/rules/settings/own-pages.ts'
import { contentPath, paths } from '../../../../contract/rules/site/paths.ts'
import { partsOf, sourceOf } from '../../../../contract/rules/settings/text-parts.ts'
import { browserApi } from '../../../client/api.ts'
import { failureOf } from '../../../client/api-error.ts'
import { useSession } from '../../../client/session.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { Desk, useDeskPart } from '../../../ui/desk.tsx'
import { SavedLine } from '../../../ui/drafts/saved-line.tsx'
import { Field } from '../../../ui/field.tsx'
import { PictureInText } from '../../../ui/files/picture-in-text.tsx'
import type { TextHandle } from '../../../ui/markdown-text/markdown-editor.tsx'
import { MarkdownField } from '../../../ui/markdown-text/markdown-field.tsx'
import { RichHtml } from '../../../ui/title-text.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { EmailFrame } from './email-frame.tsx'
import { knownValues } from './known-values.ts'
import { JoinTexts } from './join-texts.tsx'
import { OWN_PAGE_FIELDS, OwnPageFields } from './own-page-fields.tsx'
import { Placeholders } from './placeholders.tsx'
import { PressBar } from './press-bar.tsx'
import { useJoin } from './use-join.ts'
import { ValuesInLine } from './values-in-line.tsx'
import { usePublish } from './use-publish.ts'
import { SoughtByIndexes } from './sought-by-indexes.tsx'
import { Original, Versions } from './text-history.tsx'
import { ViewSite } from './view-site.tsx'
import { type SettingsDraft, useDraftState } from './use-settings-draft.ts'

/** The lines at the top of a text that an editor types. */
const HEAD_FIELDS = {
  page: [['description', 'Description', 'One sentence, which search engines show.']],
  email: [['subject', 'Subject', '']],
  letter: [['about', 'When it is used', '']],
} as const

/** One text: what is typed at the left, what readers or receivers get at the right. */
export function TextDesk({ text, keeper }: { text: JournalText; keeper: DraftSync<SettingsDraft> }) {
  const { kind, slug, title } = text
  const key = `${kind}/${slug}`
  const draft = useDraftState(keeper)
  const part = useDeskPart()
  const [note, setNote] = useState('')
  const [from, setFrom] = useState('')
  const drafted = draft.content.texts[key]
  const source = drafted === undefined ? text.source : (drafted ?? text.original)
  const isChanged = source !== text.source
  const { head, body, gap = '' } = partsOf(source)
  const seen = draft.content.seen[key] ?? (draft.content.base || text.version)
  const markSeen = (version: number) => keeper.edit({ seen: { ...keeper.state().content.seen, [key]: version } })
  const { other, ask } = useJoin(text, { source, seen: drafted === undefined ? null : seen }, markSeen)
  // What was written before it was joined, as long as the joined text is not published.
  const [apart, setApart] = useState<{ source: string; seen: number } | null>(null)
  const { publish, busy, errors, clear } = usePublish(text, keeper, ask)
  const { revalidate } = useRevalidator()
  const error = errors[key]
  const field = useRef<TextHandle>(null)
  // The line at the top in which someone has written last; null: the text.
  const line = useRef<HTMLInputElement | null>(null)
  const userId = useSession()?.user.id ?? ''
  const values = useMemo(() => knownValues(text), [text])

  const set = (next: string | null, { published = text, from = drafted === undefined ? text.version : seen } = {}) => {
    const { [key]: _before, ...others } = draft.content.texts
    const { [key]: _seen, ...otherSeen } = draft.content.seen
    clear(key)
    const isBack =
      next === published.source || (next === null && published.source === text.original && !published.isOwn)
    keeper.edit({
      base: draft.content.base || text.version,
      texts: isBack ? others : { ...others, [key]: next },
      seen: isBack ? otherSeen : { ...otherSeen, [key]: from },
    })
  }
  /** Goes on with one text instead of two. */
  const settle = (next: string | null) => {
    if (!other) return
    setApart({ source, seen })
    set(next, { published: other.text, from: other.text.version })
    void revalidate()
  }
  const takeApart = () => {
    if (!apart) return
    setApart(null)
    set(apart.source, { from: apart.seen })
  }
  const write = (parts: Partial<ReturnType<typeof partsOf>>) => set(sourceOf({ head, body, gap, ...parts }))
  const insert = (value: string) => {
    const input = line.current
    if (!input) return field.current?.insertValue(value)
    const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length]
    const inserted = `{{${value}}}`
    write({ head: { ...head, [input.name]: input.value.slice(0, from) + inserted + input.value.slice(to) } })
    input.focus()
    requestAnimationFrame(() => input.setSelectionRange(from + inserted.length, from + inserted.length))
  }
  const send = async () => {
    const change = { kind, slug, source: drafted ?? null, ...(kind === 'page' && from && { inForceFrom: from }) }
    if (!(await publish({ values: {}, texts: [change], note }, [key], seen))) return
    setNote('')
    setApart(null)
  }
  return (
    <Desk
      part={part}
      beside={kind === 'page' && <ViewSite keeper={keeper} at={pathOf(slug, head)} />}
      seen={<Seen text={text} source={other ? other.join.source(other.choices) : source} />}
      fields={
        other ? (
          <JoinTexts
            other={other}
            labelOf={labelOf(kind)}
            onJoin={() => settle(other.join.source(other.choices))}
            onMine={() => settle(drafted ?? null)}
            onTheirs={() => settle(other.text.source)}
          />
        ) : (
          <form
            aria-label={title}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void send()
            }}
          >
            {apart && <JoinedNote isChanged={isChanged} onApart={takeApart} />}
            {kind === 'email' && (
              <p className="small muted space">
                To: {EMAILS[slug as EmailKind].to}. {EMAILS[slug as EmailKind].when}
              </p>
            )}
            {isOwnPage(slug) && (
              <OwnPageFields head={head} page={text.page} onChange={(next) => write({ head: next })} />
            )}
            {HEAD_FIELDS[kind].map(([name, label, hint]) => (
              <Field
                key={name}
                name={name}
                label={label}
                hint={
                  head.subject?.includes('{{') ? (
                    <ValuesInLine line={head.subject} values={values} />
                  ) : (
                    hint || undefined
                  )
                }
                value={head[name] ?? ''}
                onFocus={({ currentTarget }) => (line.current = name === 'subject' ? currentTarget : null)}
                onChange={(typed) => write({ head: { ...head, [name]: typed } })}
              />
            ))}
            <div className={isChanged ? 'setting changed' : 'setting'} onFocus={() => (line.current = null)}>
              <MarkdownField
                name="body"
                label="Text"
                value={body}
                values={values}
                isPage={kind === 'page'}
                person={userId}
                error={error}
                handle={field}
                choosePicture={kind === 'page' ? (insert) => <PictureInText onInsert={insert} /> : undefined}
                onChange={(typed) => write({ body: typed })}
              />
            </div>
            <Placeholders text={text} source={source} insert={insert} />
            {!isOwnPage(slug) && <Original text={text} source={source} onUse={() => set(null)} />}
            <Field
              name="note"
              label={
                kind === 'page'
                  ? 'What changed, for readers of its versions (optional)'
                  : 'Note for the history (optional)'
              }
              value={note}
              maxLength={500}
              onChange={setNote}
            />
            {kind === 'page' && text.page?.version !== null && (
              <Field
                name="from"
                label="In force from"
                hint="Empty: today. Until then readers see the text before."
                type="date"
                className="in short"
                min={dayOf(new Date())}
                value={from}
                onChange={setFrom}
              />
            )}
            {kind === 'email' && <SendTest slug={slug} source={source} />}
            <Versions text={text} />
            <SavedLine draft={draft} />
            <PressBar
              count={isChanged ? 1 : 0}
              busy={busy}
              onPublish={() => void send()}
              onDiscard={() => {
                setApart(null)
                set(text.source)
              }}
            />
          </form>
        )
      }
    />
  )
}

/** What the lines at the top of a text are called. */
const labelOf = (kind: JournalText['kind']) => (name: string) =>
  [...HEAD_FIELDS[kind], ...OWN_PAGE_FIELDS].find(([each]) => each === name)?.[1] ?? name

/** That a text is one again, with the way back to the two. */
function JoinedNote({ isChanged, onApart }: { isChanged: boolean; onApart: () => void }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div className="notice space">
      <p ref={note} tabIndex={-1}>
        {isChanged ? 'This is the text that you chose. Please read it, then publish it.' : 'This is what is published.'}
      </p>
      <button type="button" className="btn text" onClick={onApart}>
        Choose Again
      </button>
    </div>
  )
}

/** Where the page is, or will be. */
const pathOf = (slug: string, { address }: Readonly<Record<string, string>>): string =>
  isOwnPage(slug) ? (address ? contentPath(address) : paths.home) : contentPath(slug)

/** Sends the email as it is typed, published or not, to the editor who presses. */
function SendTest({ slug, source }: { slug: string; source: string }) {
  const { run, busy } = useCommand(toastFailure)
  const send = () =>
    run(async () => {
      const { message } = await browserApi.settings.sendTest({ slug, source })
      toast.success(message)
    })
  return (
    <p className="space">
      <button type="button" className="btn" disabled={busy} onClick={() => void send()}>
        {busy ? 'Sending...' : 'Send Me a Test'}
      </button>
    </p>
  )
}

const PAUSE_MS = 500

/** The text as it would be shown or sent: made by the journal itself, from made-up people and manuscripts. */
function Seen({ text: { kind, slug, title }, source }: { text: JournalText; source: string }) {
  const [shown, show] = useState<ShownText | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const turn = useRef(0)
  useEffect(() => {
    const mine = ++turn.current
    const timer = setTimeout(() => {
      browserApi.settings.preview({ kind, slug, source }).then(
        (made) => {
          if (mine !== turn.current) return
          show(made)
          setFault(null)
        },
        (error: unknown) => mine === turn.current && setFault(failureOf(error).message),
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [kind, slug, source])
  return (
    <>
      <div role="status">{fault !== null && <p className="notice caution small">{fault}</p>}</div>
      {shown && (
        <div className="proof">
          <div className="slip">
            {shown.subject !== null && (
              <p>
                <span className="slip-name">Subject</span>
                {shown.subject}
              </p>
            )}
            {kind === 'email' && shown.html !== null && <EmailFrame html={shown.html} title={`Preview: ${title}`} />}
            {kind === 'page' && shown.html !== null && <RichHtml html={shown.html} />}
            {kind === 'letter' && <p className="letter lines">{shown.text}</p>}
          </div>
        </div>
      )}
      {kind === 'page' && shown && <SoughtByIndexes page={slug} html={shown.html ?? ''} />}
    </>
  )
}
