/** The pages edited as Markdown under `content/`: about and the eight policies. */
export const POLICY_PAGES = [
  { slug: 'submission-guidelines', title: 'Submission Guidelines' },
  { slug: 'privacy-statement', title: 'Privacy Statement' },
  { slug: 'peer-review', title: 'Peer Review Process' },
  { slug: 'editorial-policy', title: 'Editorial Policy' },
  { slug: 'copyright-notice', title: 'Copyright Notice' },
  { slug: 'open-access-policy', title: 'Open Access Policy' },
  { slug: 'publication-ethics', title: 'Publication Ethics' },
  { slug: 'publication-fee', title: 'Publication Fee' },
] as const

export const CONTENT_SLUGS = ['about', ...POLICY_PAGES.map((page) => page.slug)] as const
