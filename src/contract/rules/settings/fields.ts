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
const GIVEN_DOIS = 'DOIs that were given stay as they are.'

type FieldOfArea = Omit<Field, 'area'>
const inArea = (area: AreaId, ...fields: readonly FieldOfArea[]): Field[] => fields.map((field) => ({ ...field, area }))

/** A number that a manuscript keeps from the day on which it was submitted. */
const promised = (key: string, label: string, range: readonly [number, number]): FieldOfArea => ({
  key,
  label,
  kind: 'number',
  range,
  keeps: NEW_MANUSCRIPTS,
  isPromise: true,
})

/** Days on which a reminder goes out. */
const reminders = (key: string, label: string, range: readonly [number, number], hint?: string): FieldOfArea => ({
  key,
  label,
  kind: 'days',
  range,
  keeps: NEW_MANUSCRIPTS,
  ...(hint && { hint }),
})

/** All values that can be changed in Settings, in the order of the screens. */
export const FIELDS: readonly Field[] = [
  ...inArea(
    'identity',
    { key: 'name', label: 'Name of the journal', kind: 'line' },
    { key: 'abbreviation', label: 'Abbreviation', kind: 'line', hint: 'For narrow screens and names of files.' },
    {
      key: 'issn',
      label: 'ISSN, online',
      kind: 'issn',
      mayBeEmpty: true,
      hint: 'As registered, with the hyphen. Empty until it has been assigned.',
    },
    { key: 'issnPrint', label: 'ISSN, print', kind: 'issn', mayBeEmpty: true, hint: 'Empty if nothing is printed.' },
    {
      key: 'formerTitles',
      label: 'Earlier titles',
      kind: 'titles',
      hint: 'Articles are cited under the title of the day on which they were published.',
    },
    {
      key: 'description',
      label: 'Description',
      kind: 'paragraph',
      hint: 'One sentence: the home page and search engines show it.',
    },
    { key: 'topics', label: 'Topics', kind: 'lines', hint: 'One on each line.' },
    { key: 'society.name', label: 'Society', kind: 'line' },
    { key: 'society.foundedIn', label: 'Founded in', kind: 'number', range: [1500, 2100] },
    { key: 'publisher.name', label: 'Publisher', kind: 'line' },
    { key: 'publisher.address', label: 'Address of the publisher', kind: 'line' },
    { key: 'publisher.country', label: 'Country of the publisher', kind: 'line' },
    {
      key: 'contact.email',
      label: 'Editors’ email',
      kind: 'email',
      hint: 'Readers, authors and reviewers write here; every email of the journal comes from it.',
    },
    { key: 'contact.supportEmail', label: 'Support email', kind: 'email', hint: 'For trouble with the site.' },
    {
      key: 'contact.securityEmail',
      label: 'Security email',
      kind: 'email',
      hint: 'For those who find a fault that could be misused.',
    },
    { key: 'language', label: 'Language of the articles', kind: 'line', hint: 'Its code of two letters, such as en.' },
  ),
  ...inArea(
    'look',
    {
      key: 'look.colour',
      label: 'Colour of links and buttons',
      kind: 'colour',
      hint: 'Any colour will do. Its lightness is set so that everything stays readable, by day and in the dark.',
    },
    {
      key: 'look.logo',
      label: 'Logo',
      kind: 'logo',
      mayBeEmpty: true,
      hint: 'PNG, JPEG, WebP or SVG, at least 64 pixels high. Without one the drawn sprig is shown.',
    },
  ),
  ...inArea(
    'review',
    promised('review.reviewers', 'Reviewers for each manuscript', [1, 10]),
    {
      key: 'review.fromWeeks',
      label: 'A first decision takes at least, in weeks',
      kind: 'number',
      range: [1, 52],
      isPromise: true,
    },
    promised('review.promisedDays', 'A first decision is promised within, in days', [7, 365]),
    promised('review.replyDays', 'Reviewers answer an invitation within, in days', [REPLY_DAYS.min, REPLY_DAYS.max]),
    promised('review.reportDays', 'Reviewers report within, in days', [REPORT_DAYS.min, REPORT_DAYS.max]),
    promised('review.revisionDays.minor', 'Minor revision, in days', [1, 365]),
    promised('review.revisionDays.major', 'Major revision, in days', [1, 365]),
    promised('review.revisionDays.return', 'Returned before review, in days', [1, 365]),
    reminders('review.reminders.screening', 'Editors are reminded to screen on day', [0, 365]),
    reminders('review.reminders.invitation', 'Reviewers are reminded of an invitation on day', [0, 365]),
    {
      key: 'review.reminders.lapse',
      label: 'An invitation without an answer ends on day',
      kind: 'number',
      range: [1, 365],
      keeps: NEW_MANUSCRIPTS,
    },
    reminders('review.reminders.conflict', 'Editors are reminded of a declared conflict on day', [0, 365]),
    reminders(
      'review.reminders.report',
      'Reminders of a report, in days from its date',
      [-60, 365],
      'Negative days are before the date.',
    ),
    reminders('review.reminders.decision', 'Editors are reminded to decide on day', [0, 365]),
    reminders('review.reminders.revision', 'Reminders of a revision, in days from its date', [-60, 365]),
    reminders('review.reminders.proof', 'Reminders of a proof on day', [0, 60]),
    reminders('review.reminders.appeal', 'Reminders of an appeal or complaint on day', [0, 365]),
    {
      key: 'review.questions',
      label: 'Questions to reviewers',
      kind: 'questions',
      hint: 'A report keeps the questions that it answered.',
      isPromise: true,
    },
    {
      key: 'review.publish',
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
      label: 'Say of an article that it was approved without reports',
      kind: 'yes or no',
    },
    {
      key: 'review.figuresFrom',
      label: 'First decisions in a year before review times are shown',
      kind: 'number',
      range: [1, 1000],
    },
    promised('review.keepNamesYears', 'Names of reviewers of declined manuscripts are kept, in years', [1, 50]),
  ),
  ...inArea(
    'submissions',
    { key: 'submissions.open', label: 'Authors can submit', kind: 'yes or no' },
    { key: 'submissions.closed', label: 'What authors read while submissions are closed', kind: 'paragraph' },
    promised('limits.titleWords', 'Words in a title', [5, 100]),
    promised('limits.abstractWords', 'Words in an abstract', [50, 1000]),
    promised('limits.conclusionWords', 'Words in a conclusion', [20, 1000]),
    promised('limits.keywords', 'Keywords', [1, 20]),
    promised('limits.similarityPercent', 'Similarity accepted, in per cent', [0, 100]),
    promised('limits.proofDays', 'Authors check a proof within, in days', [1, 60]),
    promised('limits.complaintWeeks', 'Appeals and complaints are answered within, in weeks', [1, 52]),
  ),
  ...inArea(
    'fees',
    {
      key: 'fees.submission',
      label: 'To submit',
      kind: 'line',
      hint: 'As in a sentence: “There is …”.',
      keeps: NEW_MANUSCRIPTS,
      isPromise: true,
    },
    { key: 'fees.local.amount', label: 'Fee at home', kind: 'line', keeps: NEW_MANUSCRIPTS, isPromise: true },
    { key: 'fees.local.whom', label: 'Paid by', kind: 'line', isPromise: true },
    {
      key: 'fees.international.amount',
      label: 'Fee from abroad',
      kind: 'line',
      keeps: NEW_MANUSCRIPTS,
      isPromise: true,
    },
    { key: 'fees.international.whom', label: 'Paid by (abroad)', kind: 'line', isPromise: true },
    {
      key: 'fees.paymentFirst',
      label: 'Publish accepted articles only once the fee is paid or waived',
      kind: 'yes or no',
      keeps: NEW_MANUSCRIPTS,
      isPromise: true,
    },
  ),
  ...inArea(
    'dois',
    {
      key: 'doi.prefix',
      label: 'DOI prefix',
      kind: 'line',
      mayBeEmpty: true,
      hint: 'From Crossref, such as 10.5555. Without it no DOI is given.',
      keeps: GIVEN_DOIS,
    },
    {
      key: 'doi.pattern',
      label: 'Pattern of new DOIs',
      kind: 'line',
      hint: '{id} has to be there; {volume}, {issue} and {year} may be.',
      keeps: GIVEN_DOIS,
    },
    {
      key: 'crossref.crossmarkPolicy',
      label: 'DOI of the Crossmark policy page',
      kind: 'line',
      mayBeEmpty: true,
      hint: 'Without it Crossref hears of no correction and no retraction.',
    },
    {
      key: 'crossref.schema',
      label: 'Schema of deposits',
      kind: 'choice',
      choices: [
        ['5.4.0', '5.4.0'],
        ['5.5.0', '5.5.0'],
      ],
    },
    {
      key: 'citationStyle',
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
  ),
  ...inArea('licence', {
    key: 'licence.url',
    label: 'Licence of new articles',
    kind: 'choice',
    choices: LICENCES.map(([url, short, name]) => [url, `${short}: ${name}`] as const),
    keeps: 'New articles only: a published article keeps its licence.',
    isPromise: true,
  }),
  ...inArea('features', {
    key: 'pdf.typesetImported',
    label: 'Imported articles without a PDF get one',
    kind: 'yes or no',
  }),
  ...inArea('pages', { key: 'menu', label: 'Menu', kind: 'menu' }),
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
