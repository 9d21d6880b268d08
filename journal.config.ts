/**
 * The identity of this journal. Every page, email, meta tag, feed and PDF takes its names, addresses, fees
 * and periods from here; nothing else in the project repeats them. The Markdown files in `content/` refer to
 * any value by its path, for example `{{fees.local.amount}}`.
 */
export const journal = {
  name: 'Journal of Plant and Botanical Research',
  abbreviation: 'JPBR',
  description:
    'Open-access, peer-reviewed research on how plants live, change and multiply, from the herbarium to the field.',
  /** ISSN as registered, with the hyphen. Leave empty until it has been assigned: nothing is shown then. */
  issn: '',
  /**
   * DOIs. The prefix is the one that Crossref has given to the publisher, '10.' and digits; without it no DOI is minted.
   * In the pattern, `{id}` is the article's own id, which makes every DOI unique and has to be there; `{volume}`,
   * `{issue}` and `{year}` are where it appears. A part between full stops is left out if the article has no such number.
   * A DOI is given once, when an article is approved, and never changes.
   */
  doi: { prefix: '', pattern: 'jpbr.{volume}.{id}' },
  /**
   * Deposits at Crossref: the version of their schema, and the DOI of the page on how articles are corrected, which
   * Crossmark asks for. Without it Crossref hears of no correction and no retraction.
   */
  crossref: { schema: '5.4.0', crossmarkPolicy: '' },
  /** ISO 639-1 code of the language articles are published in. */
  language: 'en',
  /** The style in which references to articles are shown first: apa, mla, chicago, vancouver or harvard. */
  citationStyle: 'vancouver',
  topics: [
    'Botany',
    'Plant Physiology',
    'Ecology and Climate Effects',
    'Plant Tissue Culture',
    'Genetics and Systematics',
  ],
  society: { name: 'Plant Propagation Society', foundedIn: 2023 },
  publisher: {
    name: 'Plant Propagation Society',
    address: '1 Herbarium Road, Multan, Pakistan',
    country: 'Pakistan',
  },
  contact: {
    email: 'editor@example.org',
    supportEmail: 'support@example.org',
    securityEmail: 'security@example.org',
  },
  licence: {
    name: 'Creative Commons Attribution 4.0',
    shortName: 'CC BY 4.0',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
  fees: {
    submission: 'no submission charge',
    /** Charged only after acceptance. */
    local: { amount: 'PKR 15,000', whom: 'Pakistani authors' },
    international: { amount: 'USD 100', whom: 'international authors' },
  },
  review: {
    weeks: '4–6',
    reviewers: 2,
    reviewersInWords: 'at least two expert reviewers',
    model: 'single-blind',
    /**
     * 'reports': reports, letters of decision and replies are published with an article if its authors and the reviewers
     * agree; each reviewer chooses whether with their name. 'off': none are. Each invitation keeps what was set on its day.
     */
    publish: 'reports',
    /** Days from receipt in which authors are promised a first decision: the last of the weeks above. */
    promisedDays: 42,
    /** Days in which a reviewer is asked to answer an invitation, and to report after agreeing. */
    replyDays: 7,
    reportDays: 14,
    /** Days that authors have for a revision. */
    revisionDays: { minor: 14, major: 42, return: 42 },
    /** On which days the journal writes by itself, in ascending order; those before a date are negative. */
    reminders: {
      /** After receipt: a manuscript has not been screened. */
      screening: [5, 8],
      /** After an invitation that has not been answered; it ends on day `lapse`. */
      invitation: [3, 5],
      lapse: 9,
      /** After a reviewer has declared a conflict of interest, which the editor has to decide on. */
      conflict: [2, 5],
      /** From the day on which a report is due; editors hear of those after it. */
      report: [-5, 0, 3, 7],
      /** After the last awaited report: a decision is due. */
      decision: [3, 5],
      /** From the day on which a revision is due. */
      revision: [-7, 0, 7],
      /** After a proof was sent. */
      proof: [2, 3],
      /** After an appeal or a complaint arrived. */
      appeal: [21, 27],
    },
    /** Years after which a declined manuscript’s case loses the names of its reviewers. */
    keepNamesYears: 5,
    /** The number of first decisions in twelve months from which the journal publishes its review times. */
    figuresFrom: 5,
    /** True: the history of a published article mentions that it was approved without reports. */
    showNotReviewed: true,
    /** What reviewers are asked, as the peer review policy lists it; `short` is for tables. Keep an id once it has been used. */
    questions: [
      {
        id: 'question',
        ask: 'Is the question clear, and does the work add to what is known?',
        short: 'Question clear, adds to what is known',
      },
      {
        id: 'methods',
        ask: 'Are the methods sound, and described well enough to be repeated?',
        short: 'Methods sound and repeatable',
      },
      { id: 'results', ask: 'Do the results support the conclusion?', short: 'Results support the conclusion' },
      {
        id: 'plants',
        ask: 'Are the plants correctly identified, named and documented?',
        short: 'Plants correctly named and documented',
      },
      { id: 'literature', ask: 'Is earlier work cited fairly?', short: 'Earlier work cited fairly' },
      {
        id: 'clarity',
        ask: 'Is the text clear to a reader in a neighbouring field?',
        short: 'Clear to a neighbouring field',
      },
    ],
  },
  pdf: {
    /** True: imported articles without a PDF get one that the journal typesets from their text. */
    typesetImported: true,
  },
  limits: {
    titleWords: 25,
    abstractWords: 250,
    conclusionWords: 100,
    keywords: 5,
    /** Highest similarity index accepted, in per cent. */
    similarityPercent: 19,
    proofDays: 3,
    proofDaysInWords: 'three days',
    complaintWeeks: 4,
  },
} as const
