import { paths } from '../../../../contract/rules/site/paths.ts'

/** One thing that the tour points at. */
export interface TourStep {
  /** The page where it is; null: it is not there for this person, and the step is left out. */
  page: () => string | null
  /** What is pointed at, as a selector. */
  at: string
  title: string
  text: string
}

/** The first case of Today, which the tour has passed by then. */
let firstCase: string | null = null

/** Notes what Today shows, so that a later step can lead into it. */
export function noteFirstCase(): void {
  firstCase = document.querySelector('.today-page a.go-case')?.getAttribute('href') ?? null
}

export const TOUR: readonly TourStep[] = [
  {
    page: () => paths.admin,
    at: '.today-page .list-bar',
    title: 'Your work of the day',
    text: 'Today lists every case that needs an editor, with the reason and what to do next. The most overdue comes first.',
  },
  {
    page: () => firstCase,
    at: '.case-head',
    title: 'A case',
    text: 'The manuscript is at the left, reviewers, reports and messages are at the right. The next step is always a button.',
  },
  {
    page: () => paths.adminListings,
    at: '.filters',
    title: 'All articles',
    text: 'Research Listings has every article of every state. Filter by state or category, or search for a title.',
  },
  {
    page: () => paths.adminSettings,
    at: '.find-setting',
    title: 'Everything about the journal',
    text: 'Name, fees, emails and pages are here. What you change is your draft until you publish it, and can be undone.',
  },
  {
    page: () => paths.adminSettings,
    at: '.topbar .guide',
    title: 'The guide',
    text: 'On every screen, this opens the chapter about it. You can take this tour again from there.',
  },
]
