import { anchorOf } from '../text/plain-text.ts'
import { paths } from './paths.ts'

/** What the guide for editors has about a screen. */
export interface Chapter {
  /** Of the addresses of its screens. */
  page: RegExp
  /** The heading in the guide. */
  heading: string
  /** A sentence about the screen, which the link to the chapter follows. */
  about: string
}

/** The first that fits counts. */
const CHAPTERS: readonly Chapter[] = [
  { page: /^\/cases\/guide$/, heading: 'Your first hour', about: 'This guide has a chapter for each screen.' },
  {
    page: /^\/cases\/[^/]+\/invite$/,
    heading: 'Inviting reviewers',
    about: 'The list is ordered by topic, earlier reviews and open work; conflicts are marked.',
  },
  {
    page: /^\/cases\/[^/]+\/decide$/,
    heading: 'Deciding',
    about: 'A decision is sent ten minutes after you press the button; until then you can undo it.',
  },
  {
    page: /^\/cases\/[^/]+$/,
    heading: 'Screening',
    about: 'The manuscript is at the left, everything about it at the right.',
  },
  { page: /^\/admin$/, heading: 'Today', about: 'Each line is a case that needs an editor, the most overdue first.' },
  {
    page: /^\/admin\/listings$/,
    heading: 'Lists of articles',
    about: 'Every article by state; the address of the page keeps your search.',
  },
  {
    page: /^\/admin\/figures$/,
    heading: 'Figures and readership',
    about: 'How long review takes, and how manuscripts end.',
  },
  {
    page: /^\/admin\/(articles|notices|requests)\//,
    heading: 'After publication: corrections and notices',
    about: 'What readers have seen stays: a change makes a new version, and a notice tells of it.',
  },
  {
    page: /^\/admin\/(categories|volumes)(\/|$)/,
    heading: 'Categories and volumes',
    about: 'Links to what is renamed or merged lead to the new place.',
  },
  { page: /^\/admin\/news(\/|$)/, heading: 'News', about: 'Nobody sees an announcement before you publish it.' },
  {
    page: /^\/admin\/editorial-members(\/|$)/,
    heading: 'Editorial board',
    about: 'People are shown from the first to the last day of their term.',
  },
  {
    page: /^\/admin\/users\/roles$/,
    heading: 'Users and reviewers',
    about:
      'What each person does for the journal, and what they see. An invitation gives nothing before it is accepted.',
  },
  {
    page: /^\/admin\/(reviewers|users)(\/|$)/,
    heading: 'Users and reviewers',
    about: 'Everyone who has an account, and everyone whom you have invited to review.',
  },
  { page: /^\/admin\/activity$/, heading: 'Activity log', about: 'Who did what, and when.' },
  {
    page: /^\/admin\/usage$/,
    heading: 'Figures and readership',
    about: 'Views and downloads, counted by the rules of COUNTER.',
  },
  {
    page: /^\/desk\/production(\/|$)/,
    heading: 'Users and reviewers',
    about: 'Manuscripts come to production once they are accepted, without anything of their review.',
  },
  {
    page: /^\/desk\/volumes(\/|$)/,
    heading: 'Categories and volumes',
    about: 'Production orders the articles of a volume, and publishes an issue with what is held for it.',
  },
  {
    page: /^\/desk\/(manuscripts|settings)$/,
    heading: 'Users and reviewers',
    about: 'Observers read stages, dates, figures and settings, and change nothing.',
  },
  {
    page: /^\/(admin|desk)\/fees$/,
    heading: 'Fees',
    about:
      'Requests to pay less and manuscripts to invoice appear once a manuscript has been accepted; those who decide never see them before.',
  },
  {
    page: /^\/admin\/settings\/(texts|pages)(\/|$)/,
    heading: 'Pages, emails and letters',
    about: 'What you write here is your draft until you publish it.',
  },
  {
    page: /^\/admin\/settings\/identity$/,
    heading: 'Name, ISSN and earlier titles',
    about: 'Published articles keep the title of their day.',
  },
  {
    page: /^\/admin\/settings(\/|$)/,
    heading: 'Changing settings',
    about: 'What you change is your draft until you publish it, and each publication can be undone.',
  },
  {
    page: /^\/admin\/state$/,
    heading: 'System status',
    about: 'Each line tells what to do, and whether it is for those who run the server.',
  },
  {
    page: /^\/admin\/readiness(\/|$)/,
    heading: 'Indexing and DOIs',
    about: 'What indexes and archives ask for, and what the journal has of it.',
  },
  {
    page: /^\/admin\/(edit-profile|security|your-data)$/,
    heading: 'Your account',
    about: 'An editor’s account opens every manuscript: protect it with a second factor.',
  },
]

export const chapterOf = (pathname: string): Chapter | undefined => CHAPTERS.find(({ page }) => page.test(pathname))

/** Where the guide begins to tell about a screen. */
export const guideTo = (pathname: string): string => {
  const chapter = chapterOf(pathname)
  return chapter ? `${paths.guide}#${anchorOf(chapter.heading)}` : paths.guide
}
