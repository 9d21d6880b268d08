import type { PublicArticle, PublicContributor } from '../../src/contract/api/articles.ts'
import { eachStatement } from '../../src/contract/rules/articles/statements.ts'
import { affiliationsOf, personName } from '../../src/contract/rules/people/people.ts'

type Person = Partial<PublicContributor['contributor']> & { fullName: string }

/** An article for the tests of citation formats; `people` are its authors, the first one corresponding. */
export function testArticle({
  people = [{ fullName: 'Rabia Khan' }],
  ...more
}: Partial<PublicArticle> & { people?: Person[] } = {}): PublicArticle {
  const at = '2026-01-27T09:30:00.000Z'
  return {
    type: 'research-article',
    standing: 'current',
    id: 'k7m2p9qrstvw',
    title: 'Earlier flowering of <i>Ferula assa-foetida</i> in Balochistan',
    titleText: 'Earlier flowering of Ferula assa-foetida in Balochistan',
    slug: 'earlier-flowering-of-ferula-assa-foetida-in-balochistan',
    keywords: 'phenology, drylands',
    excerpt: 'Flowering moved forward.',
    abstract: '<p>First anthesis moved forward.</p><p>Above 2,200 m it did not.</p>',
    category: { id: 'ecology', name: 'Ecology and Climate Effects' },
    categoryId: 'ecology',
    ...eachStatement(() => null),
    awards: [],
    links: [],
    namesLocked: false,
    notAsked: [],
    supplements: [],
    imageUrl: null,
    imageAlt: null,
    imageSize: null,
    pdfUrl: '/blog/k7m2p9qrstvw.pdf',
    pageNum: '41-56',
    elocationId: null,
    volume: { id: 'v4', title: 'Volume 4', name: 'Volume 4' },
    volumeId: 'v4',
    issue: null,
    contributors: people.map((contributor, index) => ({
      role: index ? 'Author' : 'Corresponding Author',
      createdAt: at,
      contributorId: `c${index}`,
      contributor: {
        ...personName({
          ...contributor,
          familyName: contributor.familyName ?? undefined,
          givenNames: contributor.givenNames ?? undefined,
        }),
        ...affiliationsOf(contributor),
        orcidId: null,
        orcidAuthenticated: false,
        credit: [],
        creditSaidBy: null,
        createdAt: at,
        ...contributor,
      },
    })),
    author: { fullName: 'Rabia Khan' },
    createdAt: '2025-11-02T08:00:00.000Z',
    updatedAt: at,
    publishedAt: at,
    correctedAt: null,
    versionNumber: 1,
    published: true,
    approvedByAdmin: true,
    isArchive: false,
    doi: '10.5555/jpbr.41',
    receivedAt: '2025-11-02',
    revisedAt: null,
    peerReview: null,
    acceptedAt: '2026-01-05',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
    copyright: null,
    source: null,
    isSample: false,
    ...more,
  }
}

export const TEST_URL = 'https://journal.example.org'
