/**
 * The tables of OJS 2.4 to 3.5 of which the rows are kept; of all others they are only counted. These names, and no
 * others, become tables of the staged copy.
 */
const KEPT = `
announcements announcement_settings
articles article_settings article_comments article_files article_galleys article_galley_settings article_html_galley_images
article_supplementary_files article_supp_file_settings
authors author_settings author_affiliations author_affiliation_settings
categories category_settings citations citation_settings
controlled_vocabs controlled_vocab_entries controlled_vocab_entry_settings
custom_issue_orders custom_section_orders data_object_tombstones data_object_tombstone_settings dois doi_settings
edit_assignments edit_decisions files genres genre_settings group_memberships group_settings groups
issues issue_settings issue_files issue_galleys issue_galley_settings journals journal_settings
metrics metrics_counter_submission_monthly metrics_submission
navigation_menu_items navigation_menu_item_settings notes
publications publication_settings publication_categories publication_galleys publication_galley_settings
published_articles published_submissions queries query_participants
review_assignments review_assignment_settings review_files review_form_elements review_form_element_settings
review_form_responses review_form_settings review_forms review_round_files review_rounds
roles sections section_settings section_editors site site_settings stage_assignments static_pages static_page_settings
subeditor_submission_group submissions submission_settings submission_categories submission_comments
submission_files submission_file_revisions submission_file_settings submission_artwork_files
submission_galleys submission_galley_settings submission_html_galley_images submission_supplementary_files submission_tombstones
users user_settings user_groups user_group_settings user_group_stage user_interests user_user_groups versions
`

export const KEPT_TABLES: ReadonlySet<string> = new Set(KEPT.trim().split(/\s+/))

/** Settings that open something elsewhere. Their rows are kept without what they hold. */
const SECRET_SETTINGS: ReadonlySet<string> = new Set(
  [
    ...['apiKey', 'apiSecret', 'accessToken', 'refreshToken', 'orcidAccessToken', 'orcidRefreshToken'],
    ...['orcidEmailToken', 'orcidClientId', 'orcidClientSecret', 'username', 'password', 'salt', 'secret'],
    ...['apiKeySecret', 'smtpPassword', 'recaptchaPrivateKey', 'paypalClientSecret', 'paypalSecret'],
  ].map((name) => name.toLowerCase()),
)

export const isSecretSetting = (name: string): boolean => SECRET_SETTINGS.has(name.toLowerCase())
