import type { Refusal } from '../accounts/access.ts'
import { joinNames } from '../people/author-names.ts'
import { longDate } from '../text/dates.ts'

/**
 * What a journal says about an article after it was published. The kinds follow COPE's Retraction Guidelines and NISO
 * RP-45-2024 (Communication of Retractions, Removals, and Expressions of Concern).
 */
export const NOTICE_KINDS = [
  'correction',
  'addendum',
  'concern',
  'concern-closed',
  'retraction',
  'removal',
  'comment',
  'reply',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What a reader has to know before relying on an article; the graver comes later. */
export const STANDINGS = ['current', 'corrected', 'concern', 'retracted', 'removed'] as const
export type Standing = (typeof STANDINGS)[number]

interface KindOfNotice {
  /** Its name, alone and before the title of the article: 'Retraction: …'. */
  name: string
  prefix: string
  /** JATS 1.3: `article-type` of the notice, `related-article-type` from the notice to the article and back. */
  articleType: string
  relatedType: string
  forwardType: string
  /** Crossref: `type` of an `update`; null: a relation, not an update. */
  update: string | null
  /** What becomes of the article while no later notice has ended it. */
  standing: Standing
  /** For how many days its authors are asked. */
  askedDays: number
  /** A second editor has to agree. */
  isGrave: boolean
}

export const NOTICES: Readonly<Record<NoticeKind, KindOfNotice>> = {
  correction: {
    ...{ name: 'Correction', prefix: 'Correction: ', articleType: 'correction', relatedType: 'corrected-article' },
    ...{ forwardType: 'correction-forward', update: 'correction', standing: 'corrected', askedDays: 7, isGrave: false },
  },
  addendum: {
    ...{ name: 'Addendum', prefix: 'Addendum: ', articleType: 'addendum', relatedType: 'addended-article' },
    ...{ forwardType: 'addendum', update: 'addendum', standing: 'corrected', askedDays: 7, isGrave: false },
  },
  concern: {
    ...{ name: 'Expression of concern', prefix: 'Expression of concern: ', articleType: 'expression-of-concern' },
    ...{ relatedType: 'object-of-concern', forwardType: 'concern-forward', update: 'expression_of_concern' },
    ...{ standing: 'concern', askedDays: 14, isGrave: true },
  },
  'concern-closed': {
    ...{ name: 'Concern resolved', prefix: 'Concern resolved: ', articleType: 'correction' },
    ...{ relatedType: 'corrected-article', forwardType: 'correction-forward', update: 'clarification' },
    ...{ standing: 'current', askedDays: 7, isGrave: false },
  },
  retraction: {
    ...{ name: 'Retraction', prefix: 'Retraction: ', articleType: 'retraction', relatedType: 'retracted-article' },
    ...{ forwardType: 'retraction-forward', update: 'retraction', standing: 'retracted', askedDays: 14, isGrave: true },
  },
  removal: {
    ...{ name: 'Removal', prefix: 'Removal: ', articleType: 'retraction', relatedType: 'retracted-article' },
    ...{ forwardType: 'retraction-forward', update: 'removal', standing: 'removed', askedDays: 14, isGrave: true },
  },
  comment: {
    ...{
      name: 'Comment',
      prefix: 'Comment on: ',
      articleType: 'article-commentary',
      relatedType: 'commentary-article',
    },
    ...{ forwardType: 'commentary', update: null, standing: 'current', askedDays: 7, isGrave: false },
  },
  reply: {
    ...{ name: 'Reply', prefix: 'Reply: ', articleType: 'reply', relatedType: 'commentary-article' },
    ...{ forwardType: 'commentary', update: null, standing: 'current', askedDays: 7, isGrave: false },
  },
}

/** The word of JATS for an article that is no notice. */
export const RESEARCH_ARTICLE = 'research-article'

/**
 * Where an article stands, from the published notices about it: the gravest that no other has closed. The one home of this
 * rule; `articles.standing` holds its result.
 */
export function standingOf(
  notices: readonly { readonly id: string; readonly kind: NoticeKind; readonly closesId: string | null }[],
): Standing {
  const closed = new Set(notices.map(({ closesId }) => closesId))
  const ranks = notices.filter(({ id }) => !closed.has(id)).map(({ kind }) => STANDINGS.indexOf(NOTICES[kind].standing))
  return STANDINGS[Math.max(0, ...ranks)]!
}

/** What is put before the title of an article wherever the title is shown: pages, files, formats. */
export const TITLE_PREFIX: Readonly<Record<Standing, string>> = {
  ...{ current: '', corrected: '', concern: '' },
  ...{ retracted: 'RETRACTED: ', removed: 'REMOVED: ' },
}

/** The title of an article as readers see it. One that has the prefix already keeps it once. */
export const publicTitle = (title: string, standing: Standing): string =>
  title.startsWith(TITLE_PREFIX[standing]) ? title : TITLE_PREFIX[standing] + title

/** Readers should not rely on it as it is, in whichever version: each page and the names of its files carry the mark. */
export const isDoubted = (standing: Standing): standing is Exclude<Standing, 'current' | 'corrected'> =>
  standing !== 'current' && standing !== 'corrected'

/** What a saved file is called by: a file that travels alone tells what its article has come to. */
export const slugWithStanding = (slug: string, standing: Standing): string =>
  isDoubted(standing) ? `${standing}-${slug}` : slug

/** Titles of notices begin with their kind, which tells apart those of the same JATS type. Null for other articles. */
export const noticeKindOf = ({ type, title }: { type: string; title: string }): NoticeKind | null =>
  NOTICE_KINDS.find((kind) => NOTICES[kind].articleType === type && title.startsWith(NOTICES[kind].prefix)) ?? null

/** The notice that tells why an article stands where it stands: the newest open one of that standing. */
export function decisiveNotice<T extends { id: string; kind: NoticeKind; closedBy: string | null }>(
  notices: readonly T[],
  standing: Standing,
): T | null {
  const open = notices.filter(({ closedBy }) => closedBy === null)
  const decisive = open.find(({ kind }) => NOTICES[kind].standing === standing && NOTICES[kind].update !== null)
  return decisive ?? null
}

/** The word on the chip of an article. */
export const STANDING_WORDS: Readonly<Record<Exclude<Standing, 'current'>, string>> = {
  corrected: 'Corrected',
  concern: 'Expression of concern',
  retracted: 'Retracted',
  removed: 'Removed',
}

/** Whose error it was; corrections are not called erratum or corrigendum, which say the same in Latin. */
export const ERRORS_OF = ['authors', 'journal', 'others', 'none'] as const
export const ERROR_WORDS: Readonly<Record<(typeof ERRORS_OF)[number], string>> = {
  ...{ authors: 'The authors’', journal: 'The journal’s', others: 'Someone else’s', none: 'No error' },
}

export const NOTICE_STATES = ['draft', 'asked', 'ready', 'confirmed', 'published', 'dropped'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

export const NOTICE_ANSWERS = ['agrees', 'disagrees'] as const
export type NoticeAnswer = (typeof NOTICE_ANSWERS)[number]

export const NOTICE_CALLERS = ['editor', 'system'] as const
export type NoticeCaller = (typeof NOTICE_CALLERS)[number]

/**
 * `ask`: the authors are asked; `heard`: they have all answered, or the days are over; `goUnasked`: they are not asked, with a
 * printed reason; `confirm` starts ten minutes in which `undo` takes it back; `release` publishes. `giveBack`: it could not be
 * published, because what it would change is another by now.
 */
const MOVES = {
  edit: { by: 'editor', from: { draft: 'draft' } },
  ask: { by: 'editor', from: { draft: 'asked' } },
  heard: { by: 'system', from: { asked: 'ready' } },
  goUnasked: { by: 'editor', from: { draft: 'ready' } },
  sendBack: { by: 'editor', from: { asked: 'draft', ready: 'draft' } },
  confirm: { by: 'editor', from: { ready: 'confirmed' } },
  undo: { by: 'editor', from: { confirmed: 'draft' } },
  release: { by: 'system', from: { confirmed: 'published' } },
  giveBack: { by: 'system', from: { confirmed: 'draft' } },
  drop: { by: 'editor', from: { draft: 'dropped', asked: 'dropped', ready: 'dropped', confirmed: 'dropped' } },
} as const satisfies Record<string, { by: NoticeCaller; from: Partial<Record<NoticeState, NoticeState>> }>

export type NoticeMove = keyof typeof MOVES
export const NOTICE_MOVES = Object.keys(MOVES) as [NoticeMove, ...NoticeMove[]]

const STATE_SENTENCES: Readonly<Record<NoticeState, string>> = {
  draft: 'This notice is a draft.',
  asked: 'Its authors are being asked about this notice.',
  ready: 'This notice is ready to be signed.',
  confirmed: 'This notice has been signed and is about to be published.',
  published: 'This notice has been published.',
  dropped: 'This notice has been dropped.',
}

/** The state after a move, or why it is refused. */
export function moveNotice(
  state: NoticeState,
  move: NoticeMove,
  caller: NoticeCaller,
): { state: NoticeState } | Refusal {
  const { by, from }: { by: NoticeCaller; from: Partial<Record<NoticeState, NoticeState>> } = MOVES[move]
  if (by !== caller) return { kind: 'forbidden', message: 'You cannot do this with a notice.' }
  const next = from[state]
  return next
    ? { state: next }
    : { kind: 'conflict', message: `${STATE_SENTENCES[state]} Please reload the page to see what has happened.` }
}

/** What a notice has to say before its authors are asked, by its kind, in the words of the form. */
const WANTED = {
  what: 'the sentence for banners and lists',
  details: 'what is wrong',
  why: 'why it happened',
  foundBy: 'who found it',
  effect: 'what it changes in the conclusions',
  action: 'what the journal does',
  whoseError: 'whose error it was',
  reviewOn: 'the day by which the journal will report',
  closesId: 'the concern that it ends',
} as const
type Wanted = keyof typeof WANTED

const NEEDED: Readonly<Record<NoticeKind, readonly Wanted[]>> = {
  correction: ['what', 'details', 'why', 'foundBy', 'effect', 'action', 'whoseError'],
  addendum: ['what', 'details', 'action'],
  concern: ['what', 'details', 'foundBy', 'action', 'reviewOn'],
  'concern-closed': ['what', 'details', 'action', 'closesId'],
  retraction: ['what', 'details', 'why', 'foundBy', 'effect', 'action'],
  removal: ['what', 'details', 'why', 'action'],
  ...{ comment: ['what', 'details'], reply: ['what', 'details'] },
}

/** What has still to be filled in, in words. */
export const missingIn = (kind: NoticeKind, given: Readonly<Record<Wanted, string | null>>): string[] =>
  NEEDED[kind].filter((field) => !given[field]?.trim()).map((field) => WANTED[field])

/** Kinds that can end a concern, and the kind by which an article can be replaced by another. */
export const closesConcerns = (kind: NoticeKind): boolean => NOTICES[kind].update !== null && kind !== 'concern'
export const isReplaceable = (kind: NoticeKind): boolean => kind === 'retraction'

/** For so long after it was signed a notice can be taken back. */
export const NOTICE_UNDO_MINUTES = 10

/** What the DOI leads to, and the notices about an article, stay: it is not deleted but removed with a notice. */
export const REMOVE_WITH_NOTICE =
  'This article cannot be deleted, because its DOI is registered or a notice about it is published. Please remove it with a notice: its title, its authors and the reason stay.'
export const NOTICE_STAYS = 'A published notice stays. Please publish a notice about it instead.'
export const NOTICE_UNDER_WAY = 'A notice about this article is being written. Please drop it first.'
export const REQUEST_WAITS = 'A request about this article waits for an answer. Please answer it first.'

/** What a notice prints that one editor has signed alone, because no other could. */
export const ONE_EDITOR = 'No other editor of the journal could act on this article.'

interface Signing {
  kind: NoticeKind
  draftedBy: string
  isUrgent: boolean
  /** How many editors could sign: neither authors nor recused. */
  editors: number
}

export const SECOND_EDITOR = 'A second editor has to sign this notice: it was drafted by you.'

/**
 * Why an editor who is neither an author of the article nor recused cannot sign; null if they can. With a single editor, or in
 * urgency with a printed reason, one is enough, and the notice prints that.
 */
export const refusalToSign = (userId: string, { kind, draftedBy, isUrgent, editors }: Signing): string | null =>
  NOTICES[kind].isGrave && draftedBy === userId && !isUrgent && editors > 1 ? SECOND_EDITOR : null

interface Answered {
  name: string
  answer: NoticeAnswer | null
}

/** The line of a notice on whether the authors agree, made from their answers: it cannot be typed. */
export function agreementLine(answers: readonly Answered[], unaskedReason: string | null): string {
  if (unaskedReason !== null) return `The authors were not asked: ${unaskedReason}`
  const names = (wanted: NoticeAnswer) => answers.filter(({ answer }) => answer === wanted).map(({ name }) => name)
  const [agree, disagree] = [names('agrees'), names('disagrees')]
  const silent = answers.filter(({ answer }) => answer === null).length
  const lines = [
    agree.length ? `${joinNames(agree)} ${agree.length === 1 ? 'agrees' : 'agree'} with this notice.` : '',
    disagree.length ? `${joinNames(disagree)} ${disagree.length === 1 ? 'disagrees' : 'disagree'}.` : '',
    silent ? `${silent} did not answer.` : '',
  ]
  return lines.filter(Boolean).join(' ')
}

/** The sentence of a notice by itself, as in lists. */
export const whatAlone = (kind: NoticeKind, what: string): string => {
  const sentence = kind === 'concern' ? `doubts about ${what}` : what
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The sentence of the banner above an article, without the links that follow it. `on` and `reviewOn` are days. */
export function bannerSentence(
  kind: NoticeKind,
  { on, what, reviewOn }: { on: string; what: string; reviewOn: string | null },
): { lead: string; rest: string } {
  const day = longDate(on)
  switch (kind) {
    case 'concern':
      return {
        lead: `Expression of concern, ${day}.`,
        rest: `There are doubts about ${what}. An inquiry is under way${reviewOn ? `; we will report by ${longDate(reviewOn)}` : ''}. Please read the notice before relying on it.`,
      }
    case 'concern-closed':
      return { lead: `A concern was resolved on ${day}:`, rest: what }
    case 'retraction':
      return {
        lead: `Retracted on ${day}:`,
        rest: `${what}. Please do not use it as evidence. It remains here to keep the record complete.`,
      }
    case 'removal':
      return { lead: `Removed on ${day}`, rest: `because ${what}. Title, authors and notice remain.` }
    default:
      return {
        lead: `${NOTICES[kind].standing === 'corrected' ? 'Corrected' : NOTICES[kind].name} on ${day}.`,
        rest: what,
      }
  }
}

/** The line above each page of a PDF and of a printed page, from the beginning of the banner's sentence. */
export const bandSentence = (lead: string, noticeAddress: string): string =>
  `${lead.replace(/[.:]$/, '')}. Notice: ${noticeAddress}`

/** Characters of the sentence that goes into banners, lists and files: a longer one pushes the title down on a phone. */
export const WHAT_MAX = 160
/** Characters of each answer of a notice. */
export const NOTICE_TEXT_MAX = 4000
/** Words of an author's remark that can be printed. */
export const REMARK_WORDS_MAX = 100
