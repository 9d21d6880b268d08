import { paths, policyPath } from '../../site/paths.ts'
import { hasSection } from './page-rules.ts'
import type { Place, Rule } from './rules.ts'

/** What the indexes ask of the journal as a whole is judged by these facts. */
export interface JournalFacts {
  issn: string
  doiPrefix: string
  hasCrossrefCredentials: boolean
  /** The address that readers know. */
  publicUrl: string
  contactEmail: string
  publisher: { name: string; address: string }
  licenceUrl: string
  /** The fees as the journal's configuration states them. */
  fees: readonly string[]
  reviewers: number
  /** The headings of the content pages, by slug. */
  headings: Readonly<Record<string, readonly string[]>>
  /** The number of editors that were counted on the page of the board; null if there is no such page. */
  editors: number | null
  publishedInTwelveMonths: number
  /** Whole per cent of those; null without articles. */
  endogenyPercent: number | null
  /** Public articles without a DOI that this journal could register. */
  withoutDoi: number
  failedDeposits: number
}

const CONFIGURATION: Place = { label: 'journal.config.ts: ask the person who runs the server', href: null }
const SETTINGS: Place = { label: 'Server settings: ask the person who runs the server', href: null }
const page = (slug: Parameters<typeof policyPath>[0], label: string): Place => ({
  label: `${label} (content/${slug}.md)`,
  href: policyPath(slug),
})

export const EDITORS_MIN = 5
export const ARTICLES_A_YEAR = 5
export const ENDOGENY_MAX_PERCENT = 25

const isLocal = (address: string): boolean => /^https?:\/\/(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(address)
const isExample = (email: string): boolean => /[@.]example\.(?:org|com|net)$/i.test(email)

export const JOURNAL_RULES: readonly Rule<JournalFacts>[] = [
  {
    id: 'public-address',
    asker: 'Google Scholar',
    isNeeded: true,
    holds: ({ publicUrl }) => !isLocal(publicUrl) && publicUrl.startsWith('https://'),
    good: 'The journal has a public address with https.',
    bad: ({ publicUrl }) =>
      isLocal(publicUrl)
        ? `The address of the journal is ${publicUrl}: nobody else can reach it. Set PUBLIC_URL to the address that readers know.`
        : 'The address of the journal begins with http: indexes and readers expect https.',
    place: () => SETTINGS,
  },
  {
    id: 'issn',
    asker: 'DOAJ',
    isNeeded: true,
    holds: ({ issn }) => /^\d{4}-\d{3}[\dX]$/.test(issn),
    good: ({ issn }) => `The ISSN ${issn} is shown on the site and in every record.`,
    bad: ({ issn }) =>
      issn
        ? `The ISSN "${issn}" is not written as it is registered, such as 2049-3630.`
        : 'The journal has no ISSN. DOAJ and Crossref both ask for one; the ISSN centre of your country gives it free of charge.',
    place: () => CONFIGURATION,
  },
  {
    id: 'editors',
    asker: 'DOAJ',
    isNeeded: true,
    holds: ({ editors }) => (editors === null ? false : editors >= EDITORS_MIN ? true : null),
    good: ({ editors }) =>
      `At least ${EDITORS_MIN} editors are named with their affiliations (${editors} were counted).`,
    bad: 'The page of the editorial board is empty.',
    unknown: `DOAJ asks for at least ${EDITORS_MIN} editors with their affiliations. Fewer could be counted on the page of the board, so please check this yourself.`,
    place: () => ({ label: 'Editorial Board', href: paths.adminEditorialMembers }),
  },
  {
    id: 'reviewers',
    asker: 'DOAJ',
    isNeeded: true,
    holds: ({ reviewers }) => reviewers >= 2,
    good: 'At least two independent reviewers are promised for each article.',
    bad: 'Fewer than two reviewers are promised for each article.',
    place: () => CONFIGURATION,
  },
  {
    id: 'articles-a-year',
    asker: 'DOAJ',
    isNeeded: true,
    holds: ({ publishedInTwelveMonths }) => publishedInTwelveMonths >= ARTICLES_A_YEAR,
    good: ({ publishedInTwelveMonths }) =>
      `${publishedInTwelveMonths} articles were published in the last twelve months.`,
    bad: ({ publishedInTwelveMonths: count }) =>
      `${count === 0 ? 'No article was' : count === 1 ? 'One article was' : `${count} articles were`} published in the last twelve months; DOAJ asks for at least ${ARTICLES_A_YEAR}.`,
    place: () => ({ label: 'Today', href: paths.admin }),
  },
  {
    id: 'endogeny',
    asker: 'DOAJ',
    isNeeded: true,
    holds: ({ endogenyPercent }) => (endogenyPercent === null ? null : endogenyPercent <= ENDOGENY_MAX_PERCENT),
    good: ({ endogenyPercent }) =>
      `${endogenyPercent}% of the articles of the last twelve months have an editor, a member of the board or a reviewer among their authors; DOAJ accepts up to ${ENDOGENY_MAX_PERCENT}%.`,
    bad: ({ endogenyPercent }) =>
      `${endogenyPercent}% of the articles of the last twelve months have an editor, a member of the board or a reviewer among their authors; DOAJ accepts at most ${ENDOGENY_MAX_PERCENT}%.`,
    unknown:
      'The share of articles by editors, members of the board and reviewers is known once articles are published.',
    place: () => ({ label: 'Review Statistics', href: paths.adminFigures }),
  },
  {
    id: 'fees',
    asker: 'DOAJ',
    isNeeded: true,
    holds: (facts) => facts.fees.every((fee) => fee.trim() !== '') && hasSection(facts.headings, 'waivers'),
    good: 'All fees and waivers are stated.',
    bad: 'The fees are not stated in full, or the page Publication Fee has no section about waivers.',
    place: () => page('publication-fee', 'Publication Fee'),
  },
  {
    id: 'open-access-statement',
    asker: 'DOAJ',
    isNeeded: true,
    holds: (facts) => hasSection(facts.headings, 'openAccess'),
    good: 'There is an open access statement.',
    bad: 'The Open Access Policy has no section with the open access statement.',
    place: () => page('open-access-policy', 'Open Access Policy'),
  },
  {
    id: 'copyright',
    asker: 'DOAJ',
    isNeeded: true,
    holds: (facts) => hasSection(facts.headings, 'copyright'),
    good: 'The copyright terms are stated.',
    bad: 'The page Copyright Notice has no sections.',
    place: () => page('copyright-notice', 'Copyright Notice'),
  },
  {
    id: 'aims',
    asker: 'DOAJ',
    isNeeded: true,
    holds: (facts) => hasSection(facts.headings, 'aims') && hasSection(facts.headings, 'instructions'),
    good: 'Aims and scope and the instructions for authors are on the site.',
    bad: 'The page About has no section on aims and scope, or the Submission Guidelines are empty.',
    place: () => ({ label: 'About (content/about.md)', href: paths.about }),
  },
  {
    id: 'publisher',
    asker: 'DOAJ',
    isNeeded: true,
    holds: ({ publisher, contactEmail }) =>
      publisher.name !== '' && publisher.address !== '' && contactEmail !== '' && !isExample(contactEmail),
    good: 'The publisher, its address and a contact are stated.',
    bad: ({ contactEmail }) =>
      isExample(contactEmail)
        ? `The contact ${contactEmail} is an example: please enter the journal’s own address.`
        : 'The name of the publisher, its address or the contact is missing.',
    place: () => CONFIGURATION,
  },
  {
    id: 'archiving',
    asker: 'DOAJ',
    isNeeded: false,
    holds: (facts) => (hasSection(facts.headings, 'preservation') ? null : false),
    good: '',
    bad: 'The Open Access Policy has no section on preservation.',
    unknown:
      'The Open Access Policy has a section on preservation. Please check that it names the service that keeps the articles, such as the PKP Preservation Network, CLOCKSS or LOCKSS.',
    place: () => page('open-access-policy', 'Open Access Policy'),
  },
  {
    id: 'doi-prefix',
    asker: 'Crossref',
    isNeeded: false,
    holds: ({ doiPrefix }) => doiPrefix !== '',
    good: ({ doiPrefix }) => `New articles get a DOI that begins with ${doiPrefix}.`,
    bad: 'The journal has no DOI prefix, so articles get no DOI. Crossref assigns a prefix to its members.',
    place: () => CONFIGURATION,
  },
  {
    id: 'crossref-credentials',
    asker: 'Crossref',
    isNeeded: false,
    holds: ({ hasCrossrefCredentials }) => hasCrossrefCredentials,
    good: 'Metadata are sent to Crossref as soon as an article is published or corrected.',
    bad: 'CROSSREF_USER and CROSSREF_PASSWORD are not set: you upload each article’s file to Crossref yourself.',
    place: () => SETTINGS,
  },
  {
    id: 'crossref-issn',
    asker: 'Crossref',
    isNeeded: false,
    holds: ({ issn, doiPrefix }) => (doiPrefix === '' ? null : issn !== ''),
    good: 'Crossref can identify the journal by its ISSN.',
    bad: 'Crossref refuses journals without an ISSN, unless the journal itself has a DOI.',
    unknown: 'An ISSN is needed as soon as the journal has a DOI prefix.',
    place: () => CONFIGURATION,
  },
  {
    id: 'dois',
    asker: 'Crossref',
    isNeeded: false,
    holds: ({ doiPrefix, withoutDoi }) => (doiPrefix === '' ? null : withoutDoi === 0),
    good: 'Every article of the journal has a DOI.',
    bad: ({ withoutDoi }) =>
      withoutDoi === 1
        ? 'One article was published without a DOI. You can assign one below.'
        : `${withoutDoi} articles were published without a DOI. You can assign them below.`,
    unknown: 'Checked once the journal has a DOI prefix.',
    place: () => ({ label: 'The articles below', href: `${paths.adminReadiness}#articles` }),
  },
  {
    id: 'deposits',
    asker: 'Crossref',
    isNeeded: true,
    holds: ({ failedDeposits }) => failedDeposits === 0,
    good: 'No deposit has failed.',
    bad: ({ failedDeposits }) =>
      failedDeposits === 1
        ? 'One deposit was refused or has failed.'
        : `${failedDeposits} deposits were refused or have failed.`,
    place: () => ({ label: 'Deposits', href: `${paths.adminDeposits}?state=attention` }),
  },
  {
    id: 'oai-email',
    asker: 'OAI-PMH',
    isNeeded: true,
    holds: ({ contactEmail }) => contactEmail !== '' && !isExample(contactEmail),
    good: ({ contactEmail }) => `Harvesters find the contact ${contactEmail}.`,
    bad: ({ contactEmail }) =>
      contactEmail === ''
        ? 'Harvesters ask for a contact, and the journal has none.'
        : `The contact ${contactEmail} that harvesters find is an example.`,
    place: () => CONFIGURATION,
  },
  {
    id: 'licence',
    asker: 'Licence',
    isNeeded: true,
    holds: ({ licenceUrl }) => isCreativeCommons(licenceUrl),
    good: 'Articles carry a Creative Commons licence, readable by people and machines.',
    bad: 'The licence of the journal is not a Creative Commons licence with its address.',
    place: () => CONFIGURATION,
  },
]

export const isCreativeCommons = (url: string): boolean =>
  /^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\//.test(url)

/** Whether harvesters reach the journal, which only a request can tell. Null: it has not been answered yet. */
export const OAI_RULE: Rule<{ isReached: boolean | null }> = {
  id: 'oai-reached',
  asker: 'OAI-PMH',
  isNeeded: true,
  holds: ({ isReached }) => isReached,
  good: 'OAI-PMH works (/oai).',
  bad: 'The address /oai did not answer as harvesters expect.',
  unknown: 'Asking /oai…',
  place: () => ({ label: '/oai?verb=Identify', href: '/oai?verb=Identify' }),
}
