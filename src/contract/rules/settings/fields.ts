import { colourInWords } from './colours.ts'
import { MENU_GROUPS, type MenuEntry } from './menu.ts'
import { LICENCES, type Value } from './values.ts'
import { formerInWords } from '../articles/titles.ts'
import { REPLY_DAYS, REPORT_DAYS } from '../peer-review/review-dates.ts'
import type { FormerTitle, ReviewQuestion } from '../../journal.ts'

/** The areas of Settings, in the order of the page. */
export const AREAS = [
  { id: 'identity', title: 'Identity', about: 'Name, ISSN, society, publisher, and the addresses people write to' },
  {
    id: 'look',
    title: 'Look',
    about: 'The colour of links and buttons, and the logo. Type, spacing and the drawn plants stay as they are',
  },
  { id: 'review', title: 'Review', about: 'What authors are promised, and when the journal reminds people' },
  { id: 'submissions', title: 'Submissions', about: 'Open or closed, and the limits of a manuscript' },
  { id: 'fees', title: 'Fees', about: 'What authors pay, and when' },
  { id: 'dois', title: 'DOIs and citation', about: 'The prefix, the pattern, Crossmark, and the first citation style' },
  { id: 'licence', title: 'Licence', about: 'Under what readers may use new articles' },
  { id: 'features', title: 'Features', about: 'What the journal does by itself' },
  {
    id: 'pages',
    title: 'Pages and menus',
    about: 'What readers can open, in the order of the menu, and old addresses',
  },
] as const
export type AreaId = (typeof AREAS)[number]['id']

/** How a value is typed. */
export type FieldKind =
  | 'line'
  | 'paragraph'
  | 'email'
  | 'number'
  | 'yes or no'
  | 'choice'
  | 'lines'
  | 'days'
  | 'questions'
  | 'titles'
  | 'issn'
  | 'url'
  | 'colour'
  | 'logo'
  | 'menu'

/** One value that an editor can change. */
export interface Field {
  key: string
  area: AreaId
  label: string
  kind: FieldKind
  hint?: string
  /** What can be chosen, with its words. */
  choices?: readonly (readonly [string, string])[]
  /** The smallest and the largest number. */
  range?: readonly [number, number]
  /** True if it may be left empty. */
  mayBeEmpty?: true
  /** What a change does not touch, as a sentence beside the field: what was promised binds. */
  keeps?: string
  /** False: a sentence of the defaults is always followed until the first submission, and never after it. */
  isPromise?: true
}

const NEW_MANUSCRIPTS = 'New manuscripts only: those under way keep what they were promised.'

/** All values that can be changed in Settings, in the order of the screens. */
export const FIELDS: readonly Field[] = [
  { key: 'name', area: 'identity', label: 'Name of the journal', kind: 'line' },
  {
    key: 'abbreviation',
    area: 'identity',
    label: 'Abbreviation',
    kind: 'line',
    hint: 'For narrow screens and names of files.',
  },
  {
    key: 'issn',
    area: 'identity',
    label: 'ISSN, online',
    kind: 'issn',
    mayBeEmpty: true,
    hint: 'As registered, with the hyphen. Empty until it has been assigned.',
  },
  {
    key: 'issnPrint',
    area: 'identity',
    label: 'ISSN, print',
    kind: 'issn',
    mayBeEmpty: true,
    hint: 'Empty if nothing is printed.',
  },
  {
    key: 'formerTitles',
    area: 'identity',
    label: 'Earlier titles',
    kind: 'titles',
    hint: 'Articles are cited under the title of the day on which they were published.',
  },
  {
    key: 'description',
    area: 'identity',
    label: 'Description',
    kind: 'paragraph',
    hint: 'One sentence: the home page and search engines show it.',
  },
  { key: 'topics', area: 'identity', label: 'Topics', kind: 'lines', hint: 'One on each line.' },
  { key: 'society.name', area: 'identity', label: 'Society', kind: 'line' },
  { key: 'society.foundedIn', area: 'identity', label: 'Founded in', kind: 'number', range: [1500, 2100] },
  { key: 'publisher.name', area: 'identity', label: 'Publisher', kind: 'line' },
  { key: 'publisher.address', area: 'identity', label: 'Address of the publisher', kind: 'line' },
  { key: 'publisher.country', area: 'identity', label: 'Country of the publisher', kind: 'line' },
  {
    key: 'contact.email',
    area: 'identity',
    label: 'Editors’ email',
    kind: 'email',
    hint: 'Readers, authors and reviewers write here; every email of the journal comes from it.',
  },
  {
    key: 'contact.supportEmail',
    area: 'identity',
    label: 'Support email',
    kind: 'email',
    hint: 'For trouble with the site.',
  },
  {
    key: 'contact.securityEmail',
    area: 'identity',
    label: 'Security email',
    kind: 'email',
    hint: 'For those who find a fault that could be misused.',
  },
  {
    key: 'language',
    area: 'identity',
    label: 'Language of the articles',
    kind: 'line',
    hint: 'Its code of two letters, such as en.',
  },

  {
    key: 'look.colour',
    area: 'look',
    label: 'Colour of links and buttons',
    kind: 'colour',
    hint: 'Any colour will do. Its lightness is set so that everything stays readable, by day and in the dark.',
  },
  {
    key: 'look.logo',
    area: 'look',
    label: 'Logo',
    kind: 'logo',
    mayBeEmpty: true,
    hint: 'PNG, JPEG, WebP or SVG, at least 64 pixels high. Without one the drawn sprig is shown.',
  },

  {
    key: 'review.reviewers',
    area: 'review',
    label: 'Reviewers for each manuscript',
    kind: 'number',
    range: [1, 10],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.fromWeeks',
    area: 'review',
    label: 'A first decision takes at least, in weeks',
    kind: 'number',
    range: [1, 52],
    isPromise: true,
  },
  {
    key: 'review.promisedDays',
    area: 'review',
    label: 'A first decision is promised within, in days',
    kind: 'number',
    range: [7, 365],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.replyDays',
    area: 'review',
    label: 'Reviewers answer an invitation within, in days',
    kind: 'number',
    range: [REPLY_DAYS.min, REPLY_DAYS.max],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.reportDays',
    area: 'review',
    label: 'Reviewers report within, in days',
    kind: 'number',
    range: [REPORT_DAYS.min, REPORT_DAYS.max],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.revisionDays.minor',
    area: 'review',
    label: 'Minor revision, in days',
    kind: 'number',
    range: [1, 365],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.revisionDays.major',
    area: 'review',
    label: 'Major revision, in days',
    kind: 'number',
    range: [1, 365],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.revisionDays.return',
    area: 'review',
    label: 'Returned before review, in days',
    kind: 'number',
    range: [1, 365],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'review.reminders.screening',
    area: 'review',
    label: 'Editors are reminded to screen on day',
    kind: 'days',
    range: [0, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.invitation',
    area: 'review',
    label: 'Reviewers are reminded of an invitation on day',
    kind: 'days',
    range: [0, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.lapse',
    area: 'review',
    label: 'An invitation without an answer ends on day',
    kind: 'number',
    range: [1, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.conflict',
    area: 'review',
    label: 'Editors are reminded of a declared conflict on day',
    kind: 'days',
    range: [0, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.report',
    area: 'review',
    label: 'Reminders of a report, in days from its date',
    kind: 'days',
    range: [-60, 365],
    keeps: NEW_MANUSCRIPTS,
    hint: 'Negative days are before the date.',
  },
  {
    key: 'review.reminders.decision',
    area: 'review',
    label: 'Editors are reminded to decide on day',
    kind: 'days',
    range: [0, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.revision',
    area: 'review',
    label: 'Reminders of a revision, in days from its date',
    kind: 'days',
    range: [-60, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.proof',
    area: 'review',
    label: 'Reminders of a proof on day',
    kind: 'days',
    range: [0, 60],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.reminders.appeal',
    area: 'review',
    label: 'Reminders of an appeal or complaint on day',
    kind: 'days',
    range: [0, 365],
    keeps: NEW_MANUSCRIPTS,
  },
  {
    key: 'review.questions',
    area: 'review',
    label: 'Questions to reviewers',
    kind: 'questions',
    hint: 'A report keeps the questions that it answered.',
    isPromise: true,
  },
  {
    key: 'review.publish',
    area: 'review',
    label: 'Published reviews',
    kind: 'choice',
    choices: [
      ['reports', 'Published if authors and reviewers agree'],
      ['off', 'Never published'],
    ],
    keeps: 'Each invitation keeps what was set on its day.',
    isPromise: true,
  },
  {
    key: 'review.showNotReviewed',
    area: 'review',
    label: 'Say of an article that it was approved without reports',
    kind: 'yes or no',
  },
  {
    key: 'review.figuresFrom',
    area: 'review',
    label: 'First decisions in a year before review times are shown',
    kind: 'number',
    range: [1, 1000],
  },
  {
    key: 'review.keepNamesYears',
    area: 'review',
    label: 'Names of reviewers of declined manuscripts are kept, in years',
    kind: 'number',
    range: [1, 50],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },

  { key: 'submissions.open', area: 'submissions', label: 'Authors can submit', kind: 'yes or no' },
  {
    key: 'submissions.closed',
    area: 'submissions',
    label: 'What authors read while submissions are closed',
    kind: 'paragraph',
  },
  {
    key: 'limits.titleWords',
    area: 'submissions',
    label: 'Words in a title',
    kind: 'number',
    range: [5, 100],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'limits.abstractWords',
    area: 'submissions',
    label: 'Words in an abstract',
    kind: 'number',
    range: [50, 1000],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'limits.conclusionWords',
    area: 'submissions',
    label: 'Words in a conclusion',
    kind: 'number',
    range: [20, 1000],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'limits.keywords',
    area: 'submissions',
    label: 'Keywords',
    kind: 'number',
    range: [1, 20],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'limits.similarityPercent',
    area: 'submissions',
    label: 'Similarity accepted, in per cent',
    kind: 'number',
    range: [0, 100],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'limits.proofDays',
    area: 'submissions',
    label: 'Authors check a proof within, in days',
    kind: 'number',
    range: [1, 60],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'limits.complaintWeeks',
    area: 'submissions',
    label: 'Appeals and complaints are answered within, in weeks',
    kind: 'number',
    range: [1, 52],
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },

  {
    key: 'fees.submission',
    area: 'fees',
    label: 'To submit',
    kind: 'line',
    hint: 'As in a sentence: “There is …”.',
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  {
    key: 'fees.local.amount',
    area: 'fees',
    label: 'Fee at home',
    kind: 'line',
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  { key: 'fees.local.whom', area: 'fees', label: 'Paid by', kind: 'line', isPromise: true },
  {
    key: 'fees.international.amount',
    area: 'fees',
    label: 'Fee from abroad',
    kind: 'line',
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },
  { key: 'fees.international.whom', area: 'fees', label: 'Paid by (abroad)', kind: 'line', isPromise: true },
  {
    key: 'fees.paymentFirst',
    area: 'fees',
    label: 'Publish accepted articles only once the fee is paid or waived',
    kind: 'yes or no',
    keeps: NEW_MANUSCRIPTS,
    isPromise: true,
  },

  {
    key: 'doi.prefix',
    area: 'dois',
    label: 'DOI prefix',
    kind: 'line',
    mayBeEmpty: true,
    hint: 'From Crossref, such as 10.5555. Without it no DOI is given.',
    keeps: 'DOIs that were given stay as they are.',
  },
  {
    key: 'doi.pattern',
    area: 'dois',
    label: 'Pattern of new DOIs',
    kind: 'line',
    hint: '{id} has to be there; {volume}, {issue} and {year} may be.',
    keeps: 'DOIs that were given stay as they are.',
  },
  {
    key: 'crossref.crossmarkPolicy',
    area: 'dois',
    label: 'DOI of the Crossmark policy page',
    kind: 'line',
    mayBeEmpty: true,
    hint: 'Without it Crossref hears of no correction and no retraction.',
  },
  {
    key: 'crossref.schema',
    area: 'dois',
    label: 'Schema of deposits',
    kind: 'choice',
    choices: [
      ['5.4.0', '5.4.0'],
      ['5.5.0', '5.5.0'],
    ],
  },
  {
    key: 'citationStyle',
    area: 'dois',
    label: 'Citation style shown first',
    kind: 'choice',
    choices: [
      ['apa', 'APA'],
      ['mla', 'MLA'],
      ['chicago', 'Chicago'],
      ['vancouver', 'Vancouver'],
      ['harvard', 'Harvard'],
    ],
  },

  {
    key: 'licence.url',
    area: 'licence',
    label: 'Licence of new articles',
    kind: 'choice',
    choices: LICENCES.map(([url, short, name]) => [url, `${short}: ${name}`] as const),
    keeps: 'New articles only: a published article keeps its licence.',
    isPromise: true,
  },

  { key: 'pdf.typesetImported', area: 'features', label: 'Imported articles without a PDF get one', kind: 'yes or no' },

  { key: 'menu', area: 'pages', label: 'Menu', kind: 'menu' },
]

const BY_KEY = new Map(FIELDS.map((field) => [field.key, field]))

export const fieldOf = (key: string): Field | undefined => BY_KEY.get(key)

const entryInWords = ({ group, label, to, place }: MenuEntry): string =>
  `${MENU_GROUPS.find(({ id }) => id === group)?.title}: ${label} (${place === 'menu' ? '' : `${place}, `}${to})`

/** A value as a line of text, as the history and the overview show it. */
export function shownValue(field: Field, value: Value | undefined): string {
  if (field.kind === 'logo') return value ? 'A picture' : 'The drawn sprig'
  if (value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field.kind === 'colour') return colourInWords(String(value))
  if (field.kind === 'choice') return field.choices!.find(([id]) => id === value)?.[1] ?? String(value)
  if (field.kind === 'questions') return (value as readonly ReviewQuestion[]).map(({ ask }) => ask).join('\n')
  if (field.kind === 'titles') return (value as readonly FormerTitle[]).map(formerInWords).join('\n') || 'none'
  if (field.kind === 'menu') return (value as readonly MenuEntry[]).map(entryInWords).join('\n')
  if (field.kind === 'lines') return (value as readonly string[]).join('\n')
  return Array.isArray(value) ? (value as readonly number[]).join(', ') || 'never' : String(value)
}
