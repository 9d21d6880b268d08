import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths, POLICY_PAGES, policyPath } from '../src/contract/rules/site/paths.ts'
import { openTestJournal, type TestJournal } from './support/databases.ts'

const root = join(import.meta.dirname, '..')
/** The guide to notices is for editors, and no page of its own. */
const pages = globSync('content/*.md', { cwd: root, exclude: ['content/notices.md'] })
const texts = [
  ...pages,
  ...globSync(['content/notices.md', 'content/emails/*.md', 'docs/**/*.md', '*.md'], { cwd: root }),
]
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Features that pages may name, and the URL that must answer for each. */
const PROMISES: [name: RegExp, address: string][] = [
  [/OAI-PMH/i, '/oai?verb=Identify'],
  [/\bRSS\b/, '/feed.rss'],
  [/JSON Feed/i, '/feed.json'],
  [/OpenSearch/i, '/opensearch.xml'],
  [/Atom/, '/feed.atom'],
  [/sitemap/i, '/sitemap.xml'],
]

describe('the about and policy pages', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
  })
  afterAll(() => journal.close())

  test('promise nothing that the site does not offer', async () => {
    expect(pages).toHaveLength(POLICY_PAGES.length + 1)
    for (const page of pages) {
      for (const [name, address] of PROMISES.filter(([name]) => name.test(read(page)))) {
        const answer = await journal.app.inject(address)
        expect(answer.statusCode, `${page} names ${name.source}`).toBe(200)
      }
    }
  })

  test('link only to addresses that exist', async () => {
    const known = new Set<string>([
      ...Object.values(paths).filter((path) => typeof path === 'string'),
      ...POLICY_PAGES.map(({ slug }) => policyPath(slug)),
    ])
    for (const page of pages) {
      for (const [, address] of read(page).matchAll(/\]\((\/[^)]*)\)/g)) {
        const there = known.has(address!) || (await journal.app.inject(address!)).statusCode === 200
        expect(there, `${page} links to ${address}`).toBe(true)
      }
    }
  })
})

/** Foreign word order, and words that only their authors understand. */
const FOREIGN = [
  /\be-mails?\b/i,
  /\bmails\b/i,
  /\b(?:this|the|a) mail\b(?! (?:server|program))/i,
  /\banew\b/i,
  /\bhence\b/i,
  /\bdeeds?\b(?!\.en)/i,
  /\bbrought in\b|\bbrings? in\b/i,
  /\bthe house\b|\bhouse rules\b/i,
  /\bstands? (?:here|there|in the|under the|beside the)\b/i,
  // British spelling throughout.
  /\b(?:(?:organi|recogni|summari|normali|plagiari)z|behavior|(?<!-)colors?\b|centers?\b|neighbor)/i,
]

test.each(texts)('%s is written in plain English', (file) => {
  // Names of files and commands are exempt.
  const prose = read(file).replace(/`[^`]*`|\]\([^)]*\)|\{\{[^}]*\}\}/g, '')
  expect(FOREIGN.flatMap((word) => prose.match(word)?.[0] ?? [])).toEqual([])
})

/** Words that comments use only in a private sense: timestamps, rows and records have names of their own. */
const PRIVATE = [
  ...FOREIGN,
  /\bmoments\b/i,
  /\bno zod here\b/i,
  /\bdoors?\b/i,
  /\bholds the (?:row|account|user|article)\b/i,
  /\bnot there any ?more\b/i,
  /\b(?:is|are|was) (?:said|told)\b/i,
  /\bsays? (?:itself|it|so|who|what|why|how)\b/i,
  /\bspecification\b/i,
]

const sources = globSync(['src/**/*.{ts,tsx,css}', 'tests/**/*.ts', 'scripts/**/*.{ts,mjs}', '*.{ts,js}'], {
  cwd: root,
})

test('comments are written in plain English', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources
    // What a published migration says never changes.
    .filter((file) => join(root, file) !== import.meta.filename && !file.includes('/migrations/'))
    .flatMap((file) =>
      commentsOf(file).flatMap((comment) =>
        PRIVATE.flatMap((word) => comment.match(word)?.[0] ?? []).map((word) => `${file}: ${word}`),
      ),
    )
  expect(found).toEqual([])
})

/** Words that were replaced by those of the field (backups, monitoring, related articles, redacting) or by plain ones. */
const REPLACED = [
  /\b(?:make|makeDue|restore|claim|verify|open|Open|Bad)Copy\b/,
  /\bCopy(?:Job|Done)\b/,
  /\bOperating(?:Resources|Settings|Emails?)\b/,
  /\b(?:browsing|readiness|figures|state)Handlers\b/,
  /\b(?:keepUsage|StateFacts|keptAnswers?|[oO]wnDataParts?)\b/,
  /\b(?:Lookout|putOff|claimNext)/,
  /\b(?:casebar|colophon|masthead)\b/i,
  /\b(?:held|holds?) back\b/,
  /\b(?:somebody|whoever)\b/i,
  /\b(?:Sending|Saving|Adding|Searching)…/,
]

/** Open Journal Systems has words of its own, by which its tables and columns are found. */
const ofOtherSystem = (file: string, word: string) =>
  /^(?:src\/extensions\/moving\/|tests\/support\/(?:ojs|dumps))/.test(file) && ['galley', 'masthead'].includes(word)

test('names and texts have the words of the field', () => {
  const found = [...sources, ...texts]
    // What a published migration says never changes.
    .filter((file) => join(root, file) !== import.meta.filename && !file.includes('/migrations/'))
    .flatMap((file) =>
      REPLACED.flatMap((name) => read(file).match(name)?.[0] ?? [])
        .filter((name) => !ofOtherSystem(file, name.toLowerCase()))
        .map((name) => `${file}: ${name}`),
    )
  expect(found).toEqual([])
})

/** Sentences that have been said better since, without case; quotation marks are straight here, and breaks of lines spaces. */
const SAID_BETTER = `
What you add here appears on the public Editorial EditorialMembersEditor
If you think that the decision rests on an error, you may appeal | You say what it is
To set a Latin name in italics, select it and press the I button | One for every article
Findings that help seed banks, growers and reserves decide
Every article is open from its first day, and stays open
Students and senior botanists review, write and learn together | Atom feed of new articles
These are the articles that are printed with this ORCID iD
This author has no ORCID iD on these articles. Only articles | New articles as a feed
Typeset by the journal from the XML | This text has no such part
Its picture did not come with the text. Its caption is complete | The file has only a picture of it
Check the spelling, or try the genus alone, a synonym or a broader | Mistyped words are found as well
Quotation marks keep words together: "salt stress | Latin names may be abbreviated: P. vulgaris
Articles with any of these names are below. Choose one to see | This page is beyond the last one
The first page has the best matches | The search could not be reached
There is no page at this address. It may have moved, or the address | Your ORCID iD was not kept
Signing in needs JavaScript. All articles can be read without
If there is an account with this address, an email with a link
You will be signed out on all devices; then sign in with the | That is not right, or has been used before
This took too long, or was finished elsewhere. Please begin again
It signs you in without a password, and works on no other site
Passkeys need the journal to be opened by https and a domain
For the day your phone or passkey is lost: each code signs you
For each session, we keep when it began, when it was last used, | You are signed in nowhere else
A program on Linux | Protect your account with a passkey or one-time codes, so that
What our editors keep about you as a reviewer | What was done and when, in our log, without your name
Backup copies of the journal, until newer ones replace them | What becomes of this account could not be loaded
Takes effect at once and cannot be undone | Your draft is kept on this device as you type
Press Tab to leave the editor and Shift+Tab for its toolbar. | Sent, now being checked
with whom you have not published lately
The editor will see that this follows your manuscript that was | It is another work
There is no room on this device to save your draft. Please submit
An editor is looking at your manuscript. There is nothing for | The way of your manuscript
The page Peer Review Process explains each stage | Only the editor reads it | Everyone involved will be informed
We have your corrections and will work them in | You sent corrections of the proof
Changes of content need the editor's agreement | This is the last day | There is nothing for you to do
The editor asked for a minor revision. It is due on | We promised a decision by
Questions about a submission? The research team is glad to help
The day by which we had hoped for your answer has passed. You | Ready, or small corrections of language
One file, best as PDF or DOCX | The editor gets it as it is; the authors get it once we have
Leave your recommendation out; it goes below | the journal does not answer | The journal did not answer
Two texts of your report | Keep both, one after the other
It was changed on another device while this one had words that | Step back from this review
The editor allows it first; your colleague then gets a link of | asks you to help with a review
Thank you for your readiness to help | The editor has gone on without your answer
What you had written and not sent is still here | From the round before
We write to you, and you can read the other reports here
Your answer is saved and the editor has been told. Nothing more | If you have a minute: why?
Telling us changes nothing in the review | Nothing waits for you | Nothing waits for an editor
No decision is awaited | What the authors replied | Share of the text that a check takes for written by AI
Similarity in per cent | Text by AI in per cent | Leave a field empty if that has not been checked
End links and send a fresh one | Invited when another declines | You no longer asked for it
You cannot take this back yourself | is sent an email that the report is no longer needed
Ordered by topic, past replies and how much each person has open.
Your own lines (optional) | Part of the email to everyone whom you invite now | Why invite them nevertheless?
Why may the report count? | No reviewer or author of this journal fits this manuscript
Filled from your choice. Change what you like; the reports follow
Never sent: names, dates, recommendations and what reviewers | Restore the reviewer's words
The letter does not name this date | When the revision arrives, it is back on your list
The promised independent reports are in | This is not yours to do | This is not yours to decide
answers 'not found' until you unarchive it | It leaves every list for good. Its address will say that it has
Readers do not see it now and will not see it | The page of the article will mention that
Indexes will miss something | You can approve it all the same, and correct it later
No author has an ORCID iD, by which Crossref adds the article | Please look it over and save again
What you typed is what the article says now: there is nothing | The submitter is told by email
The full text is converted in another way now than its preview | No mail server is set:
Set SMTP_URL to the address of your mail server, and start the | All is well. Some settings could be better
The journal makes no copies of itself | Files are in the data folder, and can be reached | mend what Crossref names
the clock is or was wrong | This is judged once the journal has a DOI prefix | Members of Crossref are given one
an editor has to take the file of each article to Crossref | Harvesters are answered at /oai
Articles carry a Creative Commons licence, for people and for
An article's metadata appear here when it is published or corrected | Nothing was read in these months
nothing is kept about readers | The same as a table | Chart of the months | Four in five decided within
Median to an answer | Median to a report | none later than promised | Manuscripts of your own are left out
Everything that people and the journal do is listed here
Add people whom you would ask to review, one by one or from a | will not be asked again
The journal sends these emails by itself. To change what one | Every administrator while nobody has taken it
Way of signing in changed | Email address to be changed | The values are examples, and the links lead nowhere here
There is no such call | The upload broke off or could not be read
Several of your files are still on their way. Please wait until | Very many files are being uploaded right now
The virus scanner found something harmful in this file, so it
There is no room left to store this. Nothing was changed
An author is no longer part of this article. Please look at the
Many people use this password, so it is among the first to be
Someone, probably you, entered this email address for an account | someone, probably you, asked for
This email is the last one, and we forget your address now that
Articles that were published stay as they were printed | If it was you, all is well
The way you sign in has changed | the way of signing in to your account
They have not been signed in. After more wrong codes, one-time | simply answer this email
If you do not know why, please reply to this email and we will | and there is none yet. We are sorry
Reply on the page of your manuscript | the authors have answered the proof
Nothing more is awaited on this manuscript: you can decide now | the last report that was awaited on this manuscript
It is kept, and the decision stands | We have written to the reviewers who were at work
Please see that it is answered by | decline on the same page with two clicks; the names of colleagues
you can ask for another date, or step back | To the editor alone:
your report has helped the authors and the journal | Here is a fresh link
Your report is kept, and your certificate stays valid | You will get no further email about deposits today
I wish you success with it elsewhere | If you believe that this decision rests on a mistake, you can
To withdraw an unpublished article, delete it there
The editorial office emails the corresponding author the amount | what you should not be able to
tell nobody else until it is repaired | when the similarity report is read
The form does not take manuscript figures as separate image files | Do you have an interest in this manuscript
All articles can be read without. | will be sent once one is configured | Members of Crossref are given a prefix
Latin names may be abbreviated | What you type is kept on this device | You will hear from us by | : please decide now
reports in since | You get an email that says | four in five within | | You can approve it all the same
Someone helped me with it | Someone else has just changed this category. Please look at it
scroll sideways for the rest | open the table large
at the publisher<span | approved and published an article | tells of a conflict of interest | told of a conflict of interest
first check is done | finish the first check | single anonymized | belongs to another submission
galley | See whether the mail server | is not public any more, so | takes no email from | mine: 'Mine', | start the journal again, and send
publication in {{journal.name}} | please say here what is missing | terms of use | add several | change results
select a latin name and press i to set | plantae jpbr | drawn, not collected | (not authenticated)
(unauthenticated) | also printed as | affiliations, as printed | this figure { | articles with " | no articles with
as it is, it will not be kept | the unknown browser | words over the limit | <summary>reviewers (optional)
<h3>not to invite | 'not to invite' | not to ask | place of work | in the article:
please name at most \${authors_max | something went wrong? | days are left.
without a reply. you can still send | the letter explains why | >i cannot< | yes, or perhaps
saved on this device and with the journal | with the journal at | saved with the journal
this browser keeps no copy | take the other | keep this one | compare texts | your report, round | everyone told
met, day | decided day | letter leaves in | on time, of | in on \${ | link was forwarded | send fresh link
let it count | does not count as independent | decided without it | 'nobody yet' | we have told the reviewer
to be answered by < | to be answered by \${ | the answer was due | no open requests | 1 on time
report, once agreed | change the words of report | stays with you: | decided by administrator | the letter goes to
the proof is next | there is no such manuscript | its address < | the present image | the present pdf
the present full text | close them | needs you soon | 'needs you now' | >in figures< | no email waits
work stands still | work in the background failed | end one of them | rules hold for the journal
'to be checked' | nothing that is needed | 'returned or declined unread' | 'not away' | never ask again
<h2>what was understood | 'what was understood' | the present address</ | the present address'
if this link was ever ours | an account. press the button | after this email was sent | with what we knew about you
}} can still be used | what has been deleted is kept for | : reports are in | the report of {{reviewer}} is in
are free on the disk | your dashboard shows the status | decisions and reports are sent by email | appeals: write to
have no other conflict of interest | you can ask for a copy of your data | ask to have your account deleted
from the address of your account | each notice is published free of charge | ## figures | category is in use by
please give \${limits.keywords} | >show< | > show < | title="results of the checks
`

test('sentences that were replaced do not come back', () => {
  const old = SAID_BETTER.trim()
    .toLowerCase()
    .split(/ \| |\n/)
  const said = [...sources, ...texts].filter((file) => /^(?:src|content)\/(?!.*migrations\/)/.test(file))
  const found = said.flatMap((file) => {
    const plain = read(file)
      .toLowerCase()
      .replace(/\\?[‘’']/g, "'")
      .replace(/[“”]/g, '"')
    const text = plain.replace(/\{'\s'\}/g, ' ').replace(/\s+/g, ' ')
    // A link within a sentence does not hide it.
    const found = [text, text.replace(/<[^<>]*>/g, '')]
    return old
      .filter((sentence) => found.some((one) => one.includes(sentence)) && !ofOtherSystem(file, sentence))
      .map((sentence) => `${file}: ${sentence}`)
  })
  expect(found).toEqual([])
})

/** The words of buttons, and of links that look like one, as far as they are no expression. */
const BUTTONS = [
  /className="(?:[^"]* )?btn(?: [^"]*)?"(?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*>\s*(?:<\w+[^<>]*\/>\s*)*([^<{}]+?)\s*[<{]/g,
  /\b(?:save|confirm)="([^"]+)"/g,
]
const SMALL_WORDS = /^(?:an?|and|as|at|by|for|from|in|is|its?|of|on|or|the|them|this|to|with|without)$/
/** Sentences that a person says, and the names of pages and files. */
const AS_SAID = [
  ...['I can after all', 'I have a conflict of interest', 'I have saved them', 'It names nobody: release it'],
  ...[
    'Choose all',
    'Edit article',
    'I can pay it after all',
    'Pages and menus',
    'PDF of version',
    'Report a problem',
    'The article',
    'The notice',
  ],
]

test('the words of buttons are in title case', () => {
  const words = sources
    .filter((file) => /^src\/web\/.*(?<!\.test)\.tsx$/.test(file))
    .flatMap((file) => BUTTONS.flatMap((button) => [...read(file).matchAll(button)].map(([, words]) => words!)))
  expect(words.length).toBeGreaterThan(300)
  const isSmall = (word: string) => /^[a-z]/.test(word) && !SMALL_WORDS.test(word)
  expect(words.filter((one) => one.split(/[^\w’'-]+/).some(isSmall) && !AS_SAID.includes(one))).toEqual([])
})

/** The comments of a source file, each on one line. */
function commentsOf(file: string): string[] {
  const text = read(file)
  const blocks = text.match(/(?<=^|[\s{])\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//gm) ?? []
  const lines = file.endsWith('.css') ? [] : (text.match(/^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm) ?? [])
  return [...blocks, ...lines].map((comment) => comment.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '))
}
